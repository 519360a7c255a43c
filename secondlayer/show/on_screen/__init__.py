"""The only room that draws with Streamlit outside the pages: text as data, the request strip, and what is opened once."""
