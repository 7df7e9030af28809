import type { Site } from '../site.test.fixture.ts'
import { fieldsOf } from './checkout-pages.test.fixture.ts'
import { frameworkAt, json, reactPage, vuePage } from './frameworks.test.fixture.ts'

export const callback = 'https://requester.example/callback'
export const permissions = ['name', 'email', 'phone']

const callbackWith = (granted: readonly string[]): string => {
  const denied = permissions.filter(permission => !granted.includes(permission))
  return `${callback}?${new URLSearchParams({ grants: granted.join(','), denied: denied.join(',') })}`
}

/** A site with one consent page; `isGranted` reads its decision. */
const consentSite =
  (html: string, isGranted: (fields: Record<string, string>, permission: string) => boolean): Site =>
  request => {
    const framework = frameworkAt(request.url)
    if (framework) return framework
    if (request.method === 'GET') return { html }
    const to = callbackWith(permissions.filter(permission => isGranted(fieldsOf(request), permission)))
    return String(request.headers['content-type']).includes('json') ? json({ to }) : { to }
  }

const toggleOptions = `{ data: () => ({ permissions: ${JSON.stringify(permissions)}, choices: {} }),
  computed: { isWhole() { return this.permissions.every(each => this.choices[each]) } },
  methods: { async send() { if (this.isWhole) location.assign((await (await fetch('/api/decide', { method: 'POST', body: JSON.stringify(this.choices), headers: { 'content-type': 'application/json' } })).json()).to) } } }`

/** A toggle per permission, made of two non-native controls; the button is disabled until all are decided. */
const toggles = vuePage(
  'Share your data',
  `<h1>Shop asks for your data</h1><section v-for="each in permissions" :key="each" role="radiogroup" :aria-label="each">
<h2>{{ each }}</h2><div v-for="choice in ['Allow', 'Deny']" :key="choice" role="radio" tabindex="0" :aria-checked="String(choices[each] === choice)" @click="choices[each] = choice">{{ choice }}</div></section>
<div role="button" tabindex="0" :aria-disabled="String(!isWhole)" @click="send">Send my answer</div>`,
  toggleOptions,
)

/** Two toggle buttons per permission; the button that submits is disabled until all are decided. */
const pressed = vuePage(
  'Share your data',
  `<h1>Shop asks for your data</h1><section v-for="each in permissions" :key="each" role="group" :aria-label="each"><h2>{{ each }}</h2>
<button v-for="choice in ['Allow', 'Deny']" :key="choice" type="button" :aria-pressed="String(choices[each] === choice)" @click="choices[each] = choice">{{ choice }}</button></section>
<button type="button" :disabled="!isWhole" @click="send">Continue</button>`,
  toggleOptions,
)

/** Native radio buttons, each choice in its own shadow tree, with one button that is disabled until all are answered, and one that is not. */
const elements = `<!doctype html><title>Share your data</title><h1>Shop asks for your data</h1><main></main><script>
  const choices = {}
  customElements.define('x-choice', class extends HTMLElement { connectedCallback() {
    const each = this.getAttribute('permission')
    this.attachShadow({ mode: 'open' }).innerHTML = '<fieldset><legend>' + each + '</legend>' + ['Allow', 'Deny'].map(word => '<label><input type=radio name=' + each + ' value=' + word + '>' + word + '</label>').join('') + '</fieldset>'
    this.shadowRoot.addEventListener('change', ({ target }) => { choices[each] = target.value; send.disabled = Object.keys(choices).length < ${permissions.length} })
  } })
  document.querySelector('main').innerHTML = ${JSON.stringify(permissions)}.map(each => '<x-choice permission=' + each + '></x-choice>').join('') + '<button type=button id=later>Save for later</button><button type=button id=send disabled>Send my answer</button>'
  later.onclick = () => { document.title = 'Saved' }
  send.onclick = async () => { location.assign((await (await fetch('/api/decide', { method: 'POST', body: JSON.stringify(choices), headers: { 'content-type': 'application/json' } })).json()).to) }
</script>`

/** A list per permission, and terms that no attribute marks as required. */
const lists = (hasTerms: boolean) => `function App() {
  const [choices, setChoices] = useState({})
  const [agreed, setAgreed] = useState(${!hasTerms})
  const isWhole = agreed && ${JSON.stringify(permissions)}.every(each => choices[each])
  return h('main', null, h('h1', null, 'Shop asks for your data'), ...${JSON.stringify(permissions)}.map(each => h('p', { key: each }, h('label', null, 'Share your ' + each + '? ',
    h('select', { 'data-permission': each, value: choices[each] ?? '', onChange: event => setChoices(old => ({ ...old, [each]: event.target.value })) },
      h('option', { value: '' }, 'Please choose'), h('option', { value: 'Allow' }, 'Yes'), h('option', { value: 'Deny' }, 'No'))))),
    ${hasTerms} && h('label', null, h('input', { type: 'checkbox', checked: agreed, onChange: event => setAgreed(event.target.checked) }), 'I have read the terms'),
    h('button', { type: 'button', disabled: !isWhole, onClick: async () => go(await post('/api/decide', choices)) }, 'Continue'))
}`

const isAllowed = (fields: Record<string, string>, permission: string) => fields[permission] === 'Allow'

/** Scripted pages whose button is disabled until every permission is answered. */
export const scriptedConsents = {
  toggles: consentSite(toggles, isAllowed),
  pressed: consentSite(pressed, isAllowed),
  elements: consentSite(elements, isAllowed),
  lists: consentSite(reactPage('Share your data', lists(false)), isAllowed),
  terms: consentSite(reactPage('Share your data', lists(true)), isAllowed),
} as const

const boxesIn = (language: string, labels: readonly string[], button: string) =>
  `<!doctype html><html ${language}><meta charset=utf-8><title>${button}</title><form method=post>${permissions
    .map((permission, at) => `<p><label><input type=checkbox name=${permission} value=Allow> ${labels[at]}</label>`)
    .join('')}<button>${button}</button></form>`

const radiosIn = (language: string, [grant, deny, button]: readonly string[], values: readonly string[]) =>
  `<!doctype html><html ${language}><meta charset=utf-8><title>${button}</title><form method=post>${permissions
    .map(
      permission => `<fieldset><legend>${permission}</legend><label><input type=radio name=${permission} value=${values[0]}> ${grant}</label>
  <label><input type=radio name=${permission} value=${values[1]}> ${deny}</label></fieldset>`,
    )
    .join('')}<button>${button}</button></form>`

const isBox = (fields: Record<string, string>, permission: string) => permission in fields

export const japaneseWords = ['許可する', '許可しない', '送信する'] as const
export const arabicWords = ['السماح', 'الرفض', 'إرسال'] as const

/** Pages without script. */
export const plainConsents = {
  japaneseBoxes: consentSite(boxesIn('lang=ja', ['氏名を共有', 'メールを共有', '電話番号を共有'], '送信する'), isBox),
  arabicBoxes: consentSite(
    boxesIn('lang=ar dir=rtl', ['مشاركة الاسم', 'مشاركة البريد', 'مشاركة الهاتف'], 'إرسال'),
    isBox,
  ),
  japaneseDenials: consentSite(
    boxesIn('lang=ja', ['氏名を共有しない', 'メールを共有しない', '電話番号を共有しない'], '送信する'),
    (fields, permission) => !isBox(fields, permission),
  ),
  japaneseCodes: consentSite(
    radiosIn('lang=ja', japaneseWords, ['allow', 'deny']),
    (fields, each) => fields[each] === 'allow',
  ),
  japaneseRadios: consentSite(radiosIn('lang=ja', japaneseWords, ['a', 'b']), (fields, each) => fields[each] === 'a'),
  arabicRadios: consentSite(
    radiosIn('lang=ar dir=rtl', arabicWords, ['a', 'b']),
    (fields, each) => fields[each] === 'a',
  ),
  japanesePair: consentSite(
    boxesIn('lang=ja', ['氏名を共有', 'メールを共有', '電話番号を共有'], '送信する').replace(
      '</form>',
      '<button name=none>全て拒否</button></form>',
    ),
    (fields, permission) => !('none' in fields) && isBox(fields, permission),
  ),
} as const

/** The input of a user at the logins. */
const answers = { email: 'eve@bank.example', password: 'horse battery', code: '271828' }

export const loginSteps = [
  `text:E-mail address=${answers.email}`,
  'button:Continue',
  `text:Password=${answers.password}`,
  'button:Continue',
  `text:Code=${answers.code}`,
  'button:Continue',
]

/** A server-rendered page for each step of a login. */
export const loginOnServer =
  (behind: Site): Site =>
  request => {
    const step = /^\/login\/(\d)$/.exec(request.url)?.[1]
    const fields = ['email', 'password', 'code'] as const
    const labels = ['E-mail address', 'Password', 'Code']
    if (String(request.headers.cookie).includes('user=eve')) return behind(request)
    const at = Number(step ?? 0)
    const field = fields[at]
    if (request.method === 'POST' && field !== undefined) {
      if (fieldsOf(request)[field] !== answers[field]) return { to: '/login/0' }
      return at === 2 ? { to: '/consent', headers: { 'set-cookie': 'user=eve; Path=/' } } : { to: `/login/${at + 1}` }
    }
    if (step === undefined) return { to: '/login/0' }
    return {
      html: `<!doctype html><title>Sign in</title><form method=post><label>${labels[at]} <input name=${field} type=${field === 'password' ? 'password' : 'text'}></label><button>Continue</button></form>`,
    }
  }

/**
 * The same login, drawn by a script: each step appears a moment after the response to the one before, with a loading message in between.
 * The button is disabled until the field is filled in.
 */
const loginApp = `const steps = ['email', 'password', 'code'], labels = ['E-mail address', 'Password', 'Code']
function App() {
  const [step, setStep] = useState(0)
  const [value, setValue] = useState('')
  const [isBusy, setBusy] = useState(false)
  const next = async () => {
    setBusy(true)
    const { to } = await post('/login/' + step, { [steps[step]]: value })
    setTimeout(() => { if (to) location.assign(to); else { setStep(step + 1); setValue(''); setBusy(false) } }, 250)
  }
  return isBusy ? h('p', null, 'One moment, ', h('a', { href: '/help' }, 'or get help')) : h('main', { key: step }, h('label', null, labels[step], h('input', { type: step === 1 ? 'password' : 'text', value, onChange: event => setValue(event.target.value) })),
    h('button', { type: 'button', disabled: value === '', onClick: next }, 'Continue'))
}`

export const loginInScript = (behind: Site): Site => {
  const page = reactPage('Sign in', loginApp)
  return request => {
    const framework = frameworkAt(request.url)
    if (framework) return framework
    if (String(request.headers.cookie).includes('user=eve')) return behind(request)
    if (request.method === 'GET') return { html: page }
    const step = Number(request.url.at(-1))
    const field = (['email', 'password', 'code'] as const)[step]
    const isRight = field !== undefined && fieldsOf(request)[field] === answers[field]
    if (!isRight) return { ...json({ to: '/' }), status: 403 }
    const reply = json(step === 2 ? { to: '/consent' } : {})
    return step === 2 ? { ...reply, headers: { ...reply.headers, 'set-cookie': 'user=eve; Path=/' } } : reply
  }
}
