import { html } from 'hono/html';

/** The page of a browser that may not come in: why, and what to do. It has no script and no style of its own. */
export function refusalPage(why: string): ReturnType<typeof html> {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Not let in - toolemu</title>
</head>
<body>
<main>
<h1>Not let in</h1>
<p>Nothing is shown here: ${why}.</p>
<p>The address stands in the terminal in which the server was started. Where it was opened in this browser before, and a
link led here, load this page anew.</p>
</main>
</body>
</html>
`;
}
