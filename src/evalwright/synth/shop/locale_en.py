"""English: people and places of the United States, from lists of our own."""

from __future__ import annotations

from collections.abc import Sequence

from .locale import City, Locale, Name, choose

_FIRST = """
Abigail Adrian Alan Alice Amber Andre Anita Anna Arthur Audrey Beatrice Ben Bianca Brenda Brian Bridget Caleb Camila
Carla Carmen Cecilia Charlotte Clara Claudia Colin Connor Craig Curtis Cynthia Dana Daniel Daphne Deborah Dennis Derek
Diana Dominic Dylan Edith Edwin Elaine Elena Elliot Erica Esther Evan Felix Fiona Frances Gabriel Gavin Gemma George
Gloria Grace Graham Greta Hannah Harold Harriet Hazel Heather Hector Helen Henry Holly Ian Irene Isabel Ivy Jack Jared
Jasmine Joanna Joel Jonas Josephine Joyce Judith Julian June Karen Keith Kelly Kenneth Kirsten Laura Leah Leo Lillian
Linda Lorenzo Lucy Luther Lydia Malcolm Marcus Margaret Marina Martin Maya Miles Miriam Molly Monica Nadia Naomi Neil
Nicole Nora Oliver Oscar Pamela Patrick Paula Perry Philip Phoebe Quentin Rachel Ramona Raymond Rebecca Regina Robin
Rosa Roy Ruby Russell Ruth Samuel Sandra Simon Sonia Stanley Stella Sylvia Tamara Terence Teresa Theo Tina Todd Ursula
Valerie Vera Victor Vincent Virginia Walter Wanda Warren Wendy Wesley Yvonne Zachary Zoe
"""
_LAST = """
Abbott Acosta Adler Ainsworth Alvarez Ames Archer Ashford Atwood Avery Baldwin Barlow Barrett Baxter Becker Bellamy
Benson Bishop Blackwell Bowers Bradford Brennan Briggs Brooks Burgess Calloway Cameron Cardenas Carver Castillo Chandler
Clayton Coleman Conway Cordova Crawford Dalton Davenport Dawson Decker Delgado Dixon Donovan Draper Drummond Easton
Eldridge Ellis Emerson Espinoza Fairchild Farrell Faulkner Fields Fletcher Flores Foster Frost Gallagher Garrett Gibbs
Gilmore Goodwin Granger Greer Griffith Hadley Hale Hammond Harding Hastings Hayes Hendrix Herrera Hobbs Holloway Horton
Hubbard Ingram Jarvis Jennings Kaplan Keller Kendall Kirby Lambert Langley Larkin Lawson Leblanc Lindsey Lowell Lozano
Maddox Marlow Maxwell McBride Mercer Merritt Monroe Montoya Morrow Nash Nolan Norwood Ochoa Olsen Osborne Pacheco Palmer
Parrish Pearson Pennington Pruitt Quinn Ramsey Randall Reeves Rhodes Rivas Rollins Rosales Sawyer Schaefer Serrano
Sheppard Sinclair Slater Solis Spencer Stafford Sterling Sutton Talbot Thornton Tillman Trujillo Underwood Valdez Vance
Vaughn Wade Walsh Weaver Webster Whitaker Wilder Winslow Woodard Wyatt Yates York Zimmerman
"""
_CITIES = """
Austin TX 787|Dallas TX 752|Houston TX 770|San Antonio TX 782|El Paso TX 799|Phoenix AZ 850|Tucson AZ 857
Denver CO 802|Boulder CO 803|Seattle WA 981|Spokane WA 992|Tacoma WA 984|Portland OR 972|Eugene OR 974
San Diego CA 921|San Jose CA 951|Sacramento CA 958|Fresno CA 937|Oakland CA 946|Los Angeles CA 900|Las Vegas NV 891
Reno NV 895|Salt Lake City UT 841|Boise ID 837|Billings MT 591|Albuquerque NM 871|Minneapolis MN 554|Duluth MN 558
Madison WI 537|Milwaukee WI 532|Chicago IL 606|Springfield IL 627|Indianapolis IN 462|Columbus OH 432|Cleveland OH 441
Cincinnati OH 452|Detroit MI 482|Grand Rapids MI 495|St. Louis MO 631|Kansas City MO 641|Omaha NE 681|Des Moines IA 503
Wichita KS 672|Tulsa OK 741|Little Rock AR 722|Memphis TN 381|Nashville TN 372|Louisville KY 402|Birmingham AL 352
New Orleans LA 701|Jackson MS 392|Atlanta GA 303|Savannah GA 314|Orlando FL 328|Tampa FL 336|Miami FL 331
Charleston SC 294|Charlotte NC 282|Raleigh NC 276|Richmond VA 232|Norfolk VA 235|Baltimore MD 212|Philadelphia PA 191
Pittsburgh PA 152|Newark NJ 071|Brooklyn NY 112|Albany NY 122|Rochester NY 146|Hartford CT 061|Providence RI 029
Boston MA 021|Worcester MA 016|Manchester NH 031|Burlington VT 054|Bangor ME 044|Anchorage AK 995|Honolulu HI 968
"""
_STREETS = """
Alder Amherst Aspen Beacon Birch Bluebird Briar Bridge Brookside Cedar Chapel Cherry Chestnut Cliff Clover Cottage
Creek Crescent Cypress Dogwood Elm Fairview Falcon Fern Foxglove Garden Glen Granite Grove Harbor Hawthorn Heron Hickory
Highland Hillcrest Holly Juniper Lakeview Larch Laurel Lilac Linden Magnolia Maple Meadow Mill Mulberry Oak Orchard
Park Pearl Pine Poplar Prairie Quarry Ridge River Rose Sage School Spring Spruce Station Stone Summit Sycamore Tanager
Thistle Valley Vine Walnut Water Willow Windsor
"""
_KINDS = ("Street", "Avenue", "Road", "Lane", "Drive", "Court", "Boulevard", "Place", "Way", "Terrace")


def _names(text: str) -> tuple[Name, ...]:
    return tuple(Name(word, word.lower()) for word in text.split())


def _city(text: str) -> City:
    name, state, prefix = text.rsplit(" ", 2)
    return City(name, state, prefix)


_STREET_NAMES = tuple(_STREETS.split())


def _lines(city: City, chances: Sequence[float]) -> tuple[str, str]:
    del city  # streets of these names are everywhere
    street, kind, number, unit, which = chances
    address1 = f"{100 + int(number * 899)} {choose(_STREET_NAMES, street)} {choose(_KINDS, kind)}"
    flat = 1 + int(which * 480)
    return address1, f"{choose(('Apt', 'Suite', 'Unit'), unit)} {flat}"


ENGLISH = Locale(
    code="en",
    country="USA",
    zip_length=5,
    money_factor=1,
    brands=("visa", "mastercard", "amex"),
    first_names=_names(_FIRST),
    last_names=_names(_LAST),
    cities=tuple(_city(text) for line in _CITIES.split("\n") for text in line.split("|") if text),
    lines=_lines,
)
