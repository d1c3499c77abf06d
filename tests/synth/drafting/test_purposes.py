"""What a tool is for, read from its description: a verb, a noun, and places for the values that a user would say."""

from __future__ import annotations

from typing import Any

import pytest

from evalwright.synth import tool_purpose


def tool(name: str, about: str, *takes: str, required: int = 9) -> dict[str, Any]:
    """A tool whose parameters are texts; a name that ends in `s` takes a list of them."""
    fields = {
        each: {"type": "array", "items": {"type": "string"}} if each.endswith("s") else {"type": "string"}
        for each in takes
    }
    schema = {"type": "object", "properties": fields, "required": list(takes)[:required]}
    return {"type": "function", "function": {"name": name, "description": about, "parameters": schema}}


READING = [
    (tool("list_tables", "List all tables in the archive"), "list all tables in the archive"),
    (tool("describe_table", "Get the layout of a specific table", "table_name"), "get the layout of {table_name}"),
    (tool("read", "Read the whole text of a file from the disk as text. Fails if it is none.", "path"),
     "read the whole text of {path}"),
    (tool("ls", "Get a detailed listing of all files in a specified path, including sizes.", "path"),
     "get all files in {path}, including sizes"),
    (tool("search_nodes", "Search for nodes in the graph based on a query", "query"),
     "find nodes in the graph about {query}"),
    (tool("getPetById", "Returns a single pet.", "petId"), "return {petId}"),
    (tool("findPetsByStatus", "Finds pets by status.", "status"), "find pets with status {status}"),
    (tool("time", "Convert time between timezones", "source_timezone", "time", "target_timezone"),
     "convert {time} between {source_timezone} and {target_timezone}"),
    (tool("show", "Shows the contents of a commit, or of a folder", "repo_path", "revision"),
     "show the contents of {revision}"),
    (tool("x", "It belongs to the ticket system. Tool description: Get a specific ticket by its ID.", "ticket_id"),
     "get {ticket_id}"),
    (tool("mine", "List all tickets created by the currently authenticated user."), "list all tickets created by me"),
    (tool("droplet", "Retrieve an Existing Droplet", "droplet_id"), "retrieve {droplet_id}"),
    (tool("findByTags", "Find pets that have any of the tags.", "tags"), "find pets that have any of {tags}"),
    (tool("contact", "Get the contact of a client by name.", "client_name"), "get the contact of {client_name}"),
    (tool("search_articles", "Search the articles by words in their title.", "query"), "search the articles"),
    (tool("mine", "List the authenticated user's gists or if called anonymously, this endpoint returns all."),
     "list my gists"),
    (tool("mkdir", "Create a new directory in the current directory.", "dir_name"),
     "create {dir_name} in the current directory"),
    (tool("uninstall", "Uninstalls an App on a user.", "installation_id"), "uninstall an App on a user"),
    (tool("profile", "Get profile information about the current user (including the user's name)."),
     "get profile information about me"),
    (tool("task_details", "Get details of a specific task by 'taskId'.", "taskId"), "get details of {taskId}"),
    (tool("list_shelves", "List all shelves with their book counts"), "list all shelves"),
    (tool("search_nodes", "Search for nodes and their links using text search", "query"), "find nodes about {query}"),
    (tool("contacts_search", "Search the address book by name, company or e-mail.", "query"),
     "find {query} in the address book"),
    (tool("contacts_get", "Get one contact card.", "contact_id"), "get the contact card"),
    (tool("search_desks", "Search desks by room.", "room"), "search desks in room {room}"),
    (tool("search_books", "Search books by author.", "author"), "search books by {author}"),
    (tool("airports", "List all airports or one specific airport.", "airportCode"), "list {airportCode}"),
    (tool("define", "Show a unit/prefix/constant's definition. Looks up one name in the unit table.", "name"),
     "find {name} in the unit table"),
    (tool("mark_done", "Mark a given task as done after you've completed it.", "taskId"), "mark {taskId} as done"),
    (tool("approve_request_completion", "After all of that this finalizes it.", "requestId"),
     "approve the completion of {requestId}"),
    (tool("find_units", "Search the units table for units whose name contains a keyword.", "query"),
     "find units in the units table about {query}"),
    (tool("history", "Get the order history within a specified date range.", "start", required=0),
     "get the order history"),
]  # fmt: skip


@pytest.mark.parametrize(("definition", "said"), READING, ids=[said for _, said in READING])
def test_a_purpose_is_what_the_description_says_with_places_for_values(definition: Any, said: str) -> None:
    assert tool_purpose(definition) == said


SILENT = [
    tool("taste", "Get a recipe's taste.", "id"),
    tool("suggest", "Autocomplete a partial input to suggest names.", "text"),
    tool("get_partial", "Get a partial record.", required=0),
    tool("get-env", "Returns all environment variables, helpful for debugging MCP server configuration"),
    tool("by_slug", "**Note**: The slug is just a name. You can find this on the settings page.", "slug"),
    tool("remove", "Remove one or more items from a library.", "uris"),
    tool("echo", "Echoes back the input string", "message"),
    tool("logoutUser", "Log user out of the system."),
    tool("simulate", "Simulates a deep research operation", "topic"),
    tool("think", "A detailed tool for dynamic and reflective problem-solving through thoughts.", "thought"),
    tool("get-content", "Returns structured content along with an output schema for client data validation"),
    tool("read_media", "Read a file and return it as a base64-encoded content block with its MIME type.", "path"),
    tool("allowed", "Returns the list of directories that this server is allowed to access."),
    tool("read_file", "Read a file. DEPRECATED: use the other one.", "path"),
    tool("pulls_merge", "This endpoint triggers notifications. Use it with care.", "number"),
    tool("fuzzy_search_icons", "Fuzzy Search for icons by name", "query"),
    tool("names", "Return references that match the supplied name.", "kind"),
]


@pytest.mark.parametrize("definition", SILENT, ids=lambda each: each["function"]["name"])
def test_what_nobody_would_ask_for_has_no_purpose(definition: Any) -> None:
    assert tool_purpose(definition) is None


def test_what_changes_something_is_a_deed_and_keeps_what_is_made_anew() -> None:
    made = tool("create_team", "Create a team in an organization", "name", "org")
    assert tool_purpose(made, "write") == "create {name} in {org}"
    assert tool_purpose(tool("close", "Close a ticket", "ticket_id"), "write") == "close {ticket_id}"


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ("Retrieve the balances on a customer's account", "retrieve the balances on my account"),
        ("List all instance sizes for `service`, `worker`, and `job` components.", "list all instance sizes"),
    ],
)
def test_nobody_speaks_of_a_customer_who_is_herself_or_breaks_off_a_list(about: str, said: str) -> None:
    assert tool_purpose(tool("get_it", about)) == said


def test_what_else_happens_to_a_new_thing_and_where_it_is_kept_goes_without_saying() -> None:
    made = tool("create_ticket", "Create a ticket in the system and queue it.", "title")
    assert tool_purpose(made, "write") == "create {title}"


def test_another_one_is_a_place_for_a_value() -> None:
    made = tool("move", "Move a card to another column.", "card_id", "column")
    assert tool_purpose(made, "write") == "move {card_id} to {column}"


def test_nobody_asks_to_get_a_search() -> None:
    assert tool_purpose(tool("get_company_search", "Company search endpoint")) is None
