"""`python -m evalwright`: the same as the command `evalwright`."""

from evalwright.cli import main

main()
