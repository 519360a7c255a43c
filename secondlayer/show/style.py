"""How displays look: one style for notebooks and for files, light and dark by what is around them.

Text takes the colour it stands in and nothing has a background of its own; JupyterLab's variables come first, with plain
fallbacks for every other place.
"""

#: rules under `#here`, the display's own id, so that they touch nothing else and win over a notebook's rules for tables
DISPLAY = """
#here { color: var(--jp-content-font-color1, inherit); font: 14px/1.5 var(--jp-content-font-family, system-ui, sans-serif);
  max-width: 80rem; padding: .25rem 0; text-align: left; overflow-wrap: anywhere; }
#here * { box-sizing: border-box; }
#here p, #here ul, #here ol, #here dl, #here pre, #here blockquote { margin: .35rem 0; }
#here .says { font-size: 1.15em; font-weight: 600; line-height: 1.35; }
#here .muted, #here dt { opacity: .78; }
#here .title { font-weight: 600; margin-top: .9rem; }
#here .stored { white-space: pre-wrap; unicode-bidi: isolate; }
#here pre, #here blockquote { border: 0; border-left: 3px solid var(--jp-border-color2, #8a929a); padding: .1rem 0 .1rem .75rem;
  background: transparent; color: inherit; font: inherit; white-space: pre-wrap; }
#here ul, #here ol { list-style: none; padding: 0; }
#here .lines li { display: flex; gap: .5rem; margin: .15rem 0; }
#here .lines .mark { flex: 0 0 1.1em; text-align: center; }
#here .scrolls { overflow-x: auto; margin: .35rem 0; }
#here table { border-collapse: collapse; border: 0; width: 100%; margin: 0; table-layout: auto; font-size: .93em;
  font-variant-numeric: tabular-nums; background: transparent; color: inherit; }
#here tr, #here thead, #here tbody { background: transparent; border: 0; }
#here th, #here td { background: transparent; border: 0; border-bottom: 1px solid var(--jp-border-color2, #8a929a66);
  padding: .28rem .5rem .28rem 0; text-align: left; vertical-align: top; white-space: normal; font-weight: 400;
  max-width: none; }
#here td, #here th { overflow-wrap: normal; word-break: normal; }
#here td .stored { overflow-wrap: break-word; }
#here .wide .stored { overflow-wrap: anywhere; }
#here th { vertical-align: bottom; }
#here .number { text-align: right; white-space: nowrap; }
#here .nowrap { white-space: nowrap; }
#here .wide { min-width: 13rem; }
#here .chart { min-width: 8rem; }
#here .legend { display: flex; flex-wrap: wrap; gap: .1rem .9rem; }
#here svg { display: block; overflow: visible; color: inherit; }
#here .swatch { display: inline-block; max-width: none; margin-right: .3em; vertical-align: -1px; }
#here .gates { display: flex; flex-wrap: wrap; gap: .35rem; }
#here .gates li { border: 1px solid var(--jp-border-color2, #8a929a); border-radius: 4px; padding: .1rem .5rem; }
#here .gates .stopped { border-width: 2px; border-color: currentColor; font-weight: 600; }
#here .gates .unmet { border-style: dashed; }
#here .facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem .9rem; }
#here .facts dt, #here .facts dd { float: none; width: auto; margin: 0; padding: 0; font-weight: 400; }
#here .facts dt { white-space: nowrap; }
#here details { margin: .5rem 0; }
#here summary { cursor: pointer; font-weight: 600; }
"""

#: what a page of its own needs besides
PAGE = """
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1d2329; --jp-border-color2: #9aa3ab66; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181c; --ink: #e4e7ea; --jp-border-color2: #7a828c88; } }
html { background: var(--paper); color: var(--ink); }
body { margin: 0 auto; max-width: 82rem; padding: 1.5rem clamp(.9rem, 3vw, 2.5rem) 3rem;
  font: 15px/1.55 system-ui, sans-serif; }
#here { max-width: none; }
#here h1 { font-size: 1.5rem; line-height: 1.3; margin: .2rem 0 .4rem; font-weight: 600; }
#here h2 { font-size: 1.1rem; margin: 1.8rem 0 .4rem; font-weight: 600; }
#here .link { font-family: ui-monospace, monospace; font-size: .86em; }
#here pre.record { font: .8rem/1.45 ui-monospace, monospace; border: 0; padding: 0; }
@media print {
  :root { --paper: #ffffff; --ink: #000000; color-scheme: light; }
  body { padding: 0; font-size: 10pt; }
  #here .scrolls { overflow: visible; }
  #here tr, #here li, #here blockquote { break-inside: avoid; }
  #here h2 { break-after: avoid; }
  #here .wide { min-width: 9rem; }
  #here table { font-size: 8.5pt; }
  @page { size: A4 landscape; margin: 12mm; }
}
"""
