import { pageStyle } from '../../render/html-page.ts'

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'"

/** The files of the playground next to its scripts, by name. The page loads nothing else, and sends nothing. */
export const playgroundFiles = (style: string) => ({
  'playground.css': pageStyle + style,
  'index.html': `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Scenewright playground</title>
<link rel="stylesheet" href="playground.css">
<script type="module" src="playground.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the sources</a>
<main id="main" aria-label="Playground">
<h1>Playground</h1>
<p class="lead">Edit scenarios in YAML, fix their findings, and ask the bot. All of it runs on this page: nothing that you type leaves it.</p>
<noscript><p>The playground needs JavaScript.</p></noscript>
<div class="columns">
<section aria-labelledby="sources">
<h2 id="sources">Sources</h2>
<div class="tools"><label for="files">File</label> <select id="files"></select> <button id="remove" type="button">Remove</button></div>
<form id="new" class="tools"><label>Key of a new scenario <input name="key" placeholder="orders/refund" autocomplete="off"></label> <button>Add</button> <output id="new-fault"></output></form>
<textarea id="editor" aria-label="Source" spellcheck="false" autocapitalize="off" autocomplete="off"></textarea>
</section>
<div>
<section aria-labelledby="findings-head">
<h2 id="findings-head">Findings</h2>
<p id="count" role="status"></p>
<ul id="findings"></ul>
</section>
<section aria-labelledby="bot">
<h2 id="bot">Bot</h2>
<form id="ask" class="tools"><label>Message <input name="message" maxlength="2000" autocomplete="off"></label> <button>Ask</button> <button type="reset">New conversation</button></form>
<ol id="turns" aria-live="polite"></ol>
<p class="soft">Decisions are simulated: the service may decide differently.</p>
</section>
</div>
</div>
</main>
<footer aria-label="Playground">Made by Scenewright.</footer>
</body>
</html>
`,
})
