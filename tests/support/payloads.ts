/** Every one of these would set this on the page that it gets to run on. */
export const MARK = '__furrow_was_here'
const RUN = `window.${MARK}=1`

const MARKUP = [
  `<script>${RUN}</script>`,
  `"><script>${RUN}</script>`,
  `'><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<img src=x onerror=${RUN}//`,
  `<IMG SRC=x OnErRoR='${RUN}'>`,
  `<svg onload="${RUN}">`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s>`,
  `<body onload="${RUN}">`,
  `<input autofocus onfocus="${RUN}">`,
  `<details open ontoggle="${RUN}">`,
  `<video><source onerror="${RUN}"></video>`,
  `<iframe srcdoc="<script>parent.${MARK}=1</script>"></iframe>`,
  `<iframe src="javascript:parent.${MARK}=1"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<form action="javascript:${RUN}"><button>ok</button></form>`,
  `<a href="javascript:${RUN}">click</a>`,
  `<base href="//evil.example/">`,
  `<link rel=stylesheet href="//evil.example/x.css">`,
  `<meta http-equiv=refresh content="0;url=//evil.example">`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror="${RUN}">`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<template><script>${RUN}</script></template>`,
  `<!--><img src=x onerror="${RUN}">-->`,
  `<![CDATA[><script>${RUN}</script>]]>`,
]

const MARKDOWN = [
  `[click](javascript:${RUN})`,
  `[click](JaVaScRiPt:${RUN})`,
  `[click]( javascript:${RUN})`,
  `[click](java\tscript:${RUN})`,
  `[click](&#106;avascript:${RUN})`,
  `[click](data:text/html,<script>parent.${MARK}=1</script>)`,
  `[click](vbscript:msgbox)`,
  `[click](file:///etc/passwd)`,
  `[click](//evil.example "x")`,
  `![x](javascript:${RUN})`,
  `![x](x" onerror="${RUN})`,
  `![x](data:image/svg+xml,<svg onload='${RUN}'>)`,
  `<javascript:${RUN}>`,
  `[a]: javascript:${RUN}\n\n[a]`,
  '```html" onmouseover="x\n<b>\n```',
  `| a | b |\n| - | - |\n| <img src=x onerror=${RUN}> | [x](javascript:${RUN}) |`,
]

const TERMINAL = [
  '\u001b]8;;javascript:alert(1)\u0007click\u001b]8;;\u0007',
  '\u001b[31m<b>red</b>\u001b[0m',
  '\u001b]0;a title\u0007',
  '\u001b[2J\u001b[H',
  '\u001bP+q544e\u001b\\',
  '\u009b31mred',
]

const LETTERS = [
  '\u202etxt.exe\u202c',
  '\u2066a\u2069 \u2067b',
  'z\u0335\u0337\u0338algo'.repeat(3),
  '\u200b\u200c\u200d\ufeff',
  'constructor.__proto__.polluted',
  '{{constructor.constructor("return 1")()}}',
  '#{7*7} <%= 7*7 %> [[7*7]]',
  '😀👩‍👩‍👧‍👦🏳️‍🌈',
]

export const PAYLOADS: readonly string[] = [...MARKUP, ...MARKDOWN, ...TERMINAL, ...LETTERS]
