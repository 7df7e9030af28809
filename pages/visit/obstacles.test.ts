import { expect, test } from 'vitest'
import { parse } from '../reading/parse.ts'
import { isScripted, needsScript } from './obstacles.ts'

const form = '<form method=post><button>Pay now</button></form>'

test.each([
  ['a script that draws everything', '<div id=app></div><script>app.innerHTML = "…"</script>', true, true],
  ['a script of which nothing is known', `${form}<script>count += 1</script>`, true, false],
  ['a handler', `<body onload=draw()>${form}`, true, false],
  ['data', `${form}<script type=application/json>{}</script>`, false, false],
  ['a script that submits', `${form}<script>document.forms[0].submit()</script>`, true, false],
  ['no script', '<p>Paid</p>', false, false],
])('a page with %s', (_what, text, scripted, needed) => {
  const document = { $: parse({ text }).$, url: 'http://pay.example/1' }
  expect([isScripted(document), needsScript(document)]).toEqual([scripted, needed])
})
