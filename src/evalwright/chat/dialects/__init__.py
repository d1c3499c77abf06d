"""One small file per way of writing a conversation; each turns one element of its list into canonical messages."""
