"""The pictures of the README, from the demo: `python docs/make_screenshots.py` (needs Playwright and Chromium)."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).parent / "images"
SIZE = {"width": 1200, "height": 800}


def main() -> None:
    """Run the demo in a temporary folder and photograph its report and the viewer."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "evalwright", "demo"], cwd=folder, check=True, capture_output=True)
        command = [sys.executable, "-m", "evalwright", "view", "outputs", "--no-open", "--port", "7861"]
        viewer = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
        assert viewer.stdout is not None
        try:
            address = next(word for line in viewer.stdout for word in line.split() if word.startswith("http://"))
            photograph(Path(folder), address)
        finally:
            viewer.terminate()
            viewer.wait()


def photograph(folder: Path, address: str) -> None:
    """Take both pictures."""
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
        page = browser.new_page(viewport=SIZE)
        page.goto(f"file://{folder / 'outputs/demo/run/report.html'}")
        page.screenshot(path=IMAGES / "report.png")
        page.goto(address)
        page.get_by_text("demo", exact=False).first.click()
        page.wait_for_timeout(1500)
        page.screenshot(path=IMAGES / "viewer.png")
        browser.close()


if __name__ == "__main__":
    main()
