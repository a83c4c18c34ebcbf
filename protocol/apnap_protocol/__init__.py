"""The wire of apnap: messages, codec and client. Imports nobody of ours."""
