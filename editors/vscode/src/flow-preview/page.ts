/** The addresses and the nonce of one page in a webview. */
interface PageParts {
  readonly script: string
  readonly style: string
  /** What the webview's own files are loaded from. */
  readonly source: string
  /** Unguessable, new for each page: only styles and scripts that carry it apply. */
  readonly nonce: string
}

/**
 * The page of the preview, without a flow: the script receives it later. The page loads nothing but its own two files and
 * sends no request. A text of a scenario cannot become a script.
 */
export function previewPage({ script, style, source, nonce }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `style-src ${source} 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Flow</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<p id="message" role="status">Waiting for the server.</p>
<main id="flow" data-nonce="${nonce}"></main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`
}
