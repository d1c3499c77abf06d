"""How each family of models writes tool calls as text: one file per way of writing, used by `text_calls`."""
