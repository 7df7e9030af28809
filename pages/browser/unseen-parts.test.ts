import { describe, expect, test } from 'vitest'
import { withheldFrom } from '../visit/withheld.ts'
import { inBrowser, missing, shop, useBrowser } from './browser.test.fixture.ts'

useBrowser()

const urls = { completed: `${shop}/completed`, cancelled: `${shop}/cancelled` }

const form = `<form method=post action=/api/act><label>Card <input name=card></label><label><input type=radio name=way checked> Visa</label>
  <select name=month><option>1</option></select><button name=act value=pay>Pay now</button></form>`

/** Opens a page whose form pays or cancels; `more`: the responses to other addresses. */
const openPage = async (body: string, more: Readonly<Record<string, string>> = {}) => {
  const served = await inBrowser(({ method, url, body: sent }) => {
    if (method === 'POST') return { to: sent.includes('cancel') ? urls.cancelled : urls.completed }
    const script = more[new URL(url, shop).pathname]
    return script === undefined
      ? { html: `<!doctype html><title>Pay</title>${body}` }
      : { html: script, headers: { 'content-type': 'text/javascript' } }
  })
  return { ...served, hosted: await served.customer.open(`${served.base}/checkout/1`, urls) }
}

const cancelByScript = `const cancel = () => { const form = document.forms[0]; const act = document.createElement('input')
  act.name = 'act'; act.value = 'cancel'; form.append(act); form.submit() }`

describe.skipIf(missing !== undefined)(
  'what a page in a browser shows or offers only to a person',
  { timeout: 30_000 },
  () => {
    test.each([
      ['a listener', '<div id=it>Cancel</div><script>it.addEventListener("click", () => 1)</script>', 'a <div>'],
      ['a handler', '<img id=it alt=Cancel><script>it.onclick = () => 1</script>', 'a <img>'],
      ['its cursor', '<span style="cursor:pointer">Cancel</span>', 'a <span>'],
      ['a label of nothing', '<label id=it>Cancel</label><script>it.onclick = () => 1</script>', 'a <label>'],
      [
        'a style that hides it',
        '<style>p:not(:target) { display: none }</style><p id=more>Cancel</p>',
        'a <p> that is hidden',
      ],
      ['a hidden role', '<button type=button aria-hidden=true>Cancel</button>', 'a <button>'],
      [
        'a shadow tree',
        '<p id=it></p><script>it.attachShadow({ mode: "closed" }).innerHTML = "<i style=cursor:pointer>x</i>"</script>',
        'a <i>',
      ],
      [
        'a listener for all',
        '<p>Cancel</p><script>document.addEventListener("click", () => 1)</script>',
        'a script that sees every click',
      ],
    ])('a part of a page may show or do more by %s', async (_, part, said) => {
      const { hosted, end } = await openPage(form + part)
      expect(hosted.unseen).toContain(said)
      await end()
    })

    test('the controls of a page, and what is within them, are known', async () => {
      const style =
        '<style>label, button, select { cursor: pointer }</style><script>document.querySelector("button").onclick = () => 1</script>'
      const { hosted, end } = await openPage(style + form.replace('Pay now', '<span>Pay <b>now</b></span>'))
      expect(hosted.unseen).toBeUndefined()
      await end()
    })

    test('what the browser lays out once it is scrolled to is shown', async () => {
      const style = '<style>section { content-visibility: auto } section p + p { display: none }</style>'
      const { hosted, end } = await openPage(
        `${style}${form}<div style="height:5000px"></div><section><p>Lamp<p>Chair</section>`,
      )
      expect(hosted.text).toContain('Lamp')
      expect(hosted.text).not.toContain('Chair')
      await end()
    })

    test('what a script draws once it is scrolled to is awaited', async () => {
      const script = `<p id=it></p><script>
      new IntersectionObserver(([{ isIntersecting }]) => { if (isIntersecting) it.textContent = 'Lamp' }).observe(it)</script>`
      const { hosted, end } = await openPage(`${form}<div style="height:5000px"></div>${script}`)
      expect(hosted.text).not.toContain('Lamp')
      expect(await hosted.awaits?.(({ text }) => text.includes('Lamp'))).toBe(true)
      await end()
    })

    test.each([
      ['a stream of events', '<script>new EventSource("/events")</script>', '/events'],
      ['a worker', '<script>new SharedWorker("/worker.js")</script>', '/worker.js'],
      ['a script that is too large', '<script src=/large.js></script>', '/large.js'],
    ])('%s may show more', async (_, part, address) => {
      const more = { '/worker.js': '', '/large.js': `/*${'x'.repeat(9 * 1_048_576)}*/` }
      const { hosted, end } = await openPage(form + part, more)
      expect(withheldFrom(hosted.$)).toContain(address)
      await end()
    })

    test('a button whose script is withheld may not work', async () => {
      const button = '<button type=button onclick="track(); cancel()">Cancel</button>'
      const { hosted, end } = await openPage(`${form}${button}<script src="https://cdn.example/track.js"></script>`)
      expect(await hosted.cancel()).toMatchObject({ obstacle: expect.stringContaining('https://cdn.example') })
      await end()
    })

    const asking = (...buttons: string[]) =>
      `${form}<button type=button onclick="it.showModal()">Cancel</button><dialog id=it>Cancel the payment? ${buttons.join(' ')}</dialog>
    <script>${cancelByScript}</script>`
    const [dismiss, ok] = ['onclick="it.close()"', 'onclick="cancel()"'].map(does => `<button type=button ${does}>`)

    test.each([
      ['OK beside another Cancel', [`${dismiss}Cancel</button>`, `${ok}OK</button>`]],
      ['another Cancel alone', [`${ok}Cancel</button>`]],
      ['Leave', [`${dismiss}Continue payment</button>`, `${ok}Leave</button>`]],
    ])('a cancel is confirmed by %s', async (_, buttons) => {
      const { hosted, end } = await openPage(asking(...buttons))
      expect(await hosted.cancel()).toMatchObject({ redirectedTo: urls.cancelled })
      await end()
    })

    test('a cancel that another button may confirm is not judged', async () => {
      const { hosted, end } = await openPage(asking(`${ok}Cancel</button>`, `${dismiss}OK</button>`))
      expect(await hosted.cancel()).toMatchObject({
        obstacle: expect.stringContaining('"cancel": ["button:Cancel", "button:OK"]'),
      })
      await end()
    })

    test('a cancel that a page answers with a message is not judged', async () => {
      const { hosted, end } = await openPage(`${form}<button type=button onclick="alert('Not yet')">Cancel</button>`)
      expect(await hosted.cancel()).toMatchObject({ obstacle: expect.stringContaining('Not yet') })
      await end()
    })
  },
)
