import type { Site, SiteReply, SiteRequest } from '../site.test.fixture.ts'
import { frameworkAt, json, reactPage } from './frameworks.test.fixture.ts'

export const completed = 'http://shop.example/2001/completed'
export const cancelled = 'http://shop.example/2001/cancelled'

/** Returns the fields that a request sends, as a form or as JSON. */
export const fieldsOf = ({ body, headers }: SiteRequest): Record<string, string> =>
  String(headers['content-type']).includes('json') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))

/** A site whose page sends a payment or a cancel: completed if the fields are right, else cancelled. */
const checkoutSite =
  (html: string, isPaid: (fields: Record<string, string>) => boolean): Site =>
  request => {
    const framework = frameworkAt(request.url)
    if (framework) return framework
    if (request.method === 'GET') return { html }
    const to = !request.url.endsWith('/cancel') && isPaid(fieldsOf(request)) ? completed : cancelled
    const reply: SiteReply = String(request.headers['content-type']).includes('json') ? json({ to }) : { to }
    return reply
  }

/** A card with a prefilled number, and an account with an OCID and a PIN. */
const twoWays = `function App() {
  const [way, setWay] = useState('card')
  const [fields, setFields] = useState({ card: '4242 4242 4242 4242', ocid: '', pin: '' })
  const [isBusy, setBusy] = useState(false)
  const set = name => event => setFields({ ...fields, [name]: event.target.value })
  const isReady = way === 'card' ? fields.card.length === 19 : fields.ocid !== '' && fields.pin.length >= 4
  const pay = async event => { event.preventDefault(); setBusy(true); go(await post('/api/pay', { way, ...fields })) }
  const radio = (value, label) => h('label', { key: value }, h('input', { type: 'radio', name: 'way', checked: way === value, onChange: () => setWay(value) }), label)
  return h('main', null, h('h1', null, 'Lamp'), h('form', { onSubmit: pay },
    h('fieldset', null, h('legend', null, 'Pay with'), radio('card', 'Card'), radio('account', 'Account')),
    h('section', null, h('label', null, 'Card number ', h('input', { autoComplete: 'cc-number', value: fields.card, onChange: set('card') }))),
    h('section', null, h('label', null, 'OCID ', h('input', { inputMode: 'numeric', value: fields.ocid, onChange: set('ocid') })),
      h('label', null, 'PIN ', h('input', { type: 'password', inputMode: 'numeric', autoComplete: 'off', value: fields.pin, onChange: set('pin') }))),
    h('button', { disabled: !isReady || isBusy }, 'Pay 12.50 USD')),
    h('button', { type: 'button', onClick: async () => go(await post('/api/cancel', {})) }, 'Cancel'))
}`

/** Empty card fields, terms to accept, and a button in a portal that is disabled until all is filled in. */
const cardAndTerms = (isMarked: boolean) => `function App() {
  const [fields, setFields] = useState({ number: '', expiry: '', code: '' })
  const [agreed, setAgreed] = useState(false)
  const input = (name, label, autoComplete) => h('label', { key: name }, label, h('input', { autoComplete, value: fields[name], onChange: event => setFields(old => ({ ...old, [name]: event.target.value })) }))
  const isReady = agreed && Object.values(fields).every(value => value !== '')
  const foot = document.getElementById('foot') ?? document.body.appendChild(Object.assign(document.createElement('footer'), { id: 'foot' }))
  return h(React.Fragment, null, h('h1', null, 'Lamp'),
    input('number', 'Card number ', 'cc-number'), input('expiry', 'Expiry ', 'cc-exp'), input('code', 'Security code ', 'cc-csc'),
    h('label', null, h('input', { type: 'checkbox', ${isMarked ? 'required: true,' : ''} checked: agreed, onChange: event => setAgreed(event.target.checked) }), 'I accept the terms'),
    ReactDOM.createPortal(h('button', { type: 'button', disabled: !isReady, onClick: async () => go(await post('/api/pay', { agreed: String(agreed), ...fields })) }, 'Pay now'), foot))
}`

const isCard = ({ way, number }: Record<string, string>) => way === 'card' || number === '4242424242424242'

/** A server-rendered form whose button a script enables once the terms are accepted, beside a button without known words. */
const enabledByScript = `<!doctype html><title>Pay</title><form method=post><input type=hidden name=way value=card>
  <label><input type=checkbox name=terms required onchange="pay.disabled = !this.checked"> I accept the terms</label>
  <button id=pay disabled>Pay now</button></form><form method=post action=/checkout/s1/points><button>Points</button></form>`

/** Scripted pages. */
export const scriptedCheckouts = {
  enabledByScript: checkoutSite(enabledByScript, fields => isCard(fields) && 'terms' in fields),
  twoWays: checkoutSite(reactPage('Pay', twoWays), isCard),
  terms: checkoutSite(reactPage('Pay', cardAndTerms(true)), isCard),
  unmarkedTerms: checkoutSite(reactPage('Pay', cardAndTerms(false)), isCard),
} as const

const twoForms = `<!doctype html><title>Pay</title><h1>Lamp</h1>
  <form method=post action=/checkout/s1/account><label>OCID <input name=ocid></label><label>PIN <input name=pin type=password></label><button>Pay from account</button></form>
  <form method=post action=/checkout/s1/card><input type=hidden name=way value=card><label>Card number <input name=number value="4242424242424242"></label><button>Pay by card</button></form>
  <form method=post action=/checkout/s1/cancel><button>Cancel</button></form>`

const pinBesideCard = `<!doctype html><title>Pay</title><form method=post><label>Card number <input name=number value=4242424242424242></label>
  <label>PIN <input type=password name=pin inputmode=numeric maxlength=4></label><button>Pay</button></form>
  <form method=post action=/checkout/s1/cancel><button>Cancel</button></form>`

const cardFields = (number: string, code: string) =>
  `<label>${number} <input name=number autocomplete=cc-number inputmode=numeric></label><label>${code} <input name=code autocomplete=cc-csc type=password></label>`

const japanese = `<!doctype html><html lang=ja><meta charset=utf-8><title>お支払い</title><h1>ランプ</h1><a href="?lang=en">言語</a>
  <form method=post>${cardFields('カード番号', 'セキュリティコード')}<button>支払う</button></form><form method=post action=/checkout/s1/r2><button>キャンセル</button></form>`

const arabic = `<!doctype html><html lang=ar dir=rtl><meta charset=utf-8><title>الدفع</title><h1>مصباح</h1>
  <form method=post>${cardFields('رقم البطاقة', 'رمز الأمان')}<button>ادفع الآن</button></form><form method=post action=/checkout/s1/r2><button>إلغاء</button></form>`

const oneForm = `<!doctype html><html lang=ja><meta charset=utf-8><title>お支払い</title><form method=post>${cardFields('カード番号', 'セキュリティコード')}
  <button name=b value=1>戻る</button><button name=b value=2>支払う</button></form>`

const misleading = `<!doctype html><html lang=ja><meta charset=utf-8><title>お支払い</title><form method=post action=/checkout/s1/r2>${cardFields('カード番号', 'セキュリティコード')}<button>キャンセル</button></form>`

const disabledForGood = '<!doctype html><title>Pay</title><form method=post><button disabled>Pay now</button></form>'

const isNumber = ({ number = '' }: Record<string, string>) => number.startsWith('4242')

const leaving = (html: string): Site => {
  const site = checkoutSite(html, isNumber)
  return request => (request.url.endsWith('/r2') ? { to: cancelled } : site(request))
}

/** Pages without script. */
export const plainCheckouts = {
  twoForms: checkoutSite(twoForms, fields => fields.way === 'card' && isNumber(fields)),
  pinBesideCard: checkoutSite(pinBesideCard, fields => isNumber(fields) && fields.pin === '2468'),
  japanese: leaving(japanese),
  arabic: leaving(arabic),
  oneForm: checkoutSite(oneForm, fields => isNumber(fields) && fields.b === '2'),
  misleading: leaving(misleading),
  disabledForGood: checkoutSite(disabledForGood, () => true),
} as const
