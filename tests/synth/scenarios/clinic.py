"""A clinic with patients, doctors, appointments and free slots: small, in this process, and the same each time."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evalwright import Result

NAMES = (
    "Ana Reyes", "Ben Okoro", "Carla Voss", "Dmitri Hale", "Elena Park", "Farid Nasser", "Greta Lund", "Hugo Marsh",
    "Ines Duarte", "Jonas Beck", "Kira Adeyemi", "Liam Foster", "Mina Sato", "Noah Brandt", "Olga Ruiz", "Pavel Dorn",
    "Quinn Avery", "Rosa Keller", "Sami Haddad", "Tara Quist", "Ugo Bianchi", "Vera Holm", "Wim Jansen", "Yara Costa",
)  # fmt: skip
DOCTORS = ("Dr. Lindqvist", "Dr. Moreau", "Dr. Tanaka", "Dr. Abara", "Dr. Weiss")
DAYS = [f"2026-12-{day:02d}" for day in range(1, 21)]


def tool(name: str, about: str, /, **takes: str) -> dict[str, Any]:
    properties = {key: {"type": "string", "description": text} for key, text in takes.items()}
    parameters = {"type": "object", "properties": properties, "required": list(takes)}
    return {"type": "function", "function": {"name": name, "description": about, "parameters": parameters}}


TOOLS = [
    tool("find_patient", "Find a patient.", name="full name", birth_date="YYYY-MM-DD"),
    tool("get_appointments", "The appointments of a patient.", patient_id="id of the patient"),
    tool("list_doctors", "All doctors of the clinic."),
    tool("find_slots", "Free slots of a doctor on a day.", doctor_id="id of the doctor", day="YYYY-MM-DD"),
    tool("book_appointment", "Book a slot.", patient_id="id", slot_id="id", reason="why the patient comes"),
    tool("move_appointment", "Move an appointment to a slot.", appointment_id="id", slot_id="id"),
    tool("cancel_appointment", "Cancel an appointment.", appointment_id="id"),
]


def share(*parts: object) -> float:
    return int.from_bytes(hashlib.sha256("/".join(map(str, parts)).encode()).digest()[:4]) / 2**32


class Clinic:
    name, simulated = "clinic", False

    def __init__(self, spec: Any = None) -> None:
        self.patients = {
            f"P{100 + at}": {
                "name": name,
                "birth_date": f"{1950 + at * 2}-{at % 12 + 1:02d}-{at % 28 + 1:02d}",
                "phone": f"555-01{at:02d}",
            }
            for at, name in enumerate(NAMES)
        }
        self.doctors = {f"D{at}": name for at, name in enumerate(DOCTORS, 1)}
        self.slots = {
            f"S{doctor[1]}{day[-2:]}{hour:02d}": {"doctor_id": doctor, "day": day, "time": f"{hour}:00"}
            for doctor in self.doctors
            for day in DAYS
            for hour in range(8, 16)
            if share("slot", doctor, day, hour) < 0.25
        }
        self.appointments: dict[str, dict[str, str]] = {}
        for at, patient in enumerate(self.patients):
            for number in range(at % 3):
                doctor = f"D{int(share(patient, number) * 5) + 1}"
                day = DAYS[int(share(patient, number, "day") * 20)]
                status = "booked" if share(patient, number, "status") < 0.8 else "cancelled"
                self.appointments[f"A{at:02d}{number}"] = {
                    "patient_id": patient, "doctor_id": doctor, "day": day, "time": "16:30", "status": status,
                }  # fmt: skip

    def tools(self) -> list[dict[str, Any]]:
        return TOOLS

    def effect(self, name: str) -> str:
        return "write" if name.split("_")[0] in ("book", "move", "cancel") else "read"

    def policy(self, lang: str) -> str:
        return "You are the desk of a small clinic."

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        try:
            value = getattr(self, f"do_{name}")(**arguments)
        except KeyError as error:
            return Result(False, json.dumps({"error": f"{error.args[0]} is not known"}))
        return Result(True, json.dumps(value), value)

    def do_find_patient(self, name: str, birth_date: str) -> Any:
        for key, each in self.patients.items():
            if each["name"] == name and each["birth_date"] == birth_date:
                return {"patient_id": key, "phone": each["phone"]}
        raise KeyError("patient")

    def do_get_appointments(self, patient_id: str) -> Any:
        self.patients[patient_id]
        found = [{"id": key, **each} for key, each in self.appointments.items() if each["patient_id"] == patient_id]
        return {"appointments": [{**each, "doctor": self.doctors[each["doctor_id"]]} for each in found]}

    def do_list_doctors(self) -> Any:
        return [{"doctor_id": key, "name": name} for key, name in self.doctors.items()]

    def do_find_slots(self, doctor_id: str, day: str) -> Any:
        self.doctors[doctor_id]
        fits = [{"id": key, **each} for key, each in self.slots.items() if each["doctor_id"] == doctor_id]
        return {"slots": [each for each in fits if each["day"] == day]}

    def do_book_appointment(self, patient_id: str, slot_id: str, reason: str) -> Any:
        slot = self.slots.pop(slot_id)
        key = f"A9{len(self.appointments):02d}"
        self.appointments[key] = {"patient_id": patient_id, "status": "booked", **slot}
        return {"appointment_id": key, "status": "booked", "reason": reason}

    def do_move_appointment(self, appointment_id: str, slot_id: str) -> Any:
        self.appointments[appointment_id].update(self.slots.pop(slot_id))
        return {"appointment_id": appointment_id, "status": "moved"}

    def do_cancel_appointment(self, appointment_id: str) -> Any:
        self.appointments[appointment_id]["status"] = "cancelled"
        return {"appointment_id": appointment_id, "status": "cancelled"}

    def fork(self) -> Clinic:
        made = object.__new__(Clinic)
        made.__dict__.update(self.__dict__)
        made.slots, made.appointments = dict(self.slots), copy.deepcopy(self.appointments)
        return made

    def hash(self) -> str:
        return hashlib.sha256(json.dumps([self.slots, self.appointments]).encode()).hexdigest()

    def close(self) -> None: ...


def people() -> list[dict[str, str]]:
    return [dict(each) for each in Clinic().patients.values()]


FILE = Path(__file__).with_suffix(".yaml")


def scenario_text() -> str:
    """The file, with all patients and days in it."""
    text = FILE.read_text(encoding="utf-8")
    return text.replace("PEOPLE", json.dumps(people())).replace("DAYS", json.dumps(DAYS))
