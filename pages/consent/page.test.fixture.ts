import { userOf } from '../../harness/page-users.ts'
import type { ConsentHints, ConsentPage, ConsentResult } from '../../harness/pages.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { formsDrivers } from '../forms-driver.ts'
import { type ServedSite, type SiteReply, type SiteRequest, serveSite } from '../site.test.fixture.ts'

export const callback = 'https://requester.example/callback'
export const permissions = ['name', 'email', 'phone', 'id_card', 'liveness']

export type ConsentRequest = SiteRequest & { form: URLSearchParams }
export type ConsentSite = (request: ConsentRequest) => SiteReply

/** Serves a KYC provider's pages and opens the consent page. */
export const openPage = async (
  site: ConsentSite,
  hints: ConsentHints = {},
): Promise<ServedSite & { page: ConsentPage }> => {
  const served = await serveSite(request => site({ ...request, form: new URLSearchParams(request.body) }))
  const run = {
    target: { apiUrl: served.base },
    pages: { checkout: {}, consent: hints, secrets: {}, drivers: formsDrivers },
    changesState: true,
    callbackUrl: callback,
  } as unknown as RunContext
  const user = userOf(run, { send: served.send, hold: () => undefined })
  return { ...served, page: await user.open(`${served.base}/kyc/grant/7001?state=s`, permissions) }
}

/** Returns the decision that the callback carries. */
export const sent = ({ redirectedTo }: ConsentResult): Record<string, string> =>
  Object.fromEntries(new URL(redirectedTo ?? 'about:blank').searchParams)

export const decisions: [string[], string[]][] = [
  [permissions, []],
  [[], permissions],
  [
    ['email', 'liveness'],
    ['name', 'phone', 'id_card'],
  ],
]

/** Redirects to the callback with the permissions that were granted and denied. */
export const redirectWith = (granted: readonly string[], denied: readonly string[]): SiteReply => ({
  to: `${callback}?${new URLSearchParams({ grants: granted.join(','), denied: denied.join(',') })}`,
})

/** A site with one consent page; `isGranted` reads its form. */
export const onePage =
  (body: string, isGranted: (form: URLSearchParams, permission: string) => boolean): ConsentSite =>
  ({ method, form }) => {
    if (method === 'GET') return { html: body }
    const granted = permissions.filter(permission => isGranted(form, permission))
    return redirectWith(
      granted,
      permissions.filter(permission => !granted.includes(permission)),
    )
  }

export const each = (write: (permission: string, at: number) => string) => permissions.map(write).join('')
export const texts = ['Full name', 'E-mail address', 'Telephone', 'Identity card — with your name', 'Selfie check']

export const boxes = `<form method=post><input type=hidden name=token value=t>${each(
  permission =>
    `<label><input type=checkbox name=granted_permissions value=${permission} checked> ${permission}</label>`,
)}<button name=do value=send>Share selected</button><button name=do value=none>Deny all</button></form>
<form action=/logout method=post><button>Not you?</button></form><a href=/help>Help</a>`

const radios = `<form method=post>${each(
  permission => `<fieldset><legend>${permission}</legend><label><input type=radio name="permission[${permission}]" value=allow> Allow</label>
  <label><input type=radio name="permission[${permission}]" value=deny checked> Don’t allow</label></fieldset>`,
)}<label><input type=checkbox name=terms required> I have read the terms</label><button>Save my choices</button></form>`

const german = `<form method=post><table>${each(
  (
    _one,
    at,
  ) => `<tr><th>${['Name', 'E-Mail', 'Telefon', 'Personalausweis', 'Lebenderkennung'][at]}<td>Wir teilen dies mit.
  <td><input type=radio name=p${at} id=a${at} value=1><label for=a${at}>Erlauben</label>
  <td><input type=radio name=p${at} id=b${at} value=0><label for=b${at}>Ablehnen</label>`,
)}</table><input type=submit value="Weiter"></form>`

const headed = `<form method=post><table><tr><th><th id=yes>Allow<th id=no>Don't allow</tr>${each(
  (permission, at) => `<tr><th id=r${at}>${texts[at]}<p>Shared data: all that we know of it</p>
  <td><input type=radio name=d_${permission} value=g aria-labelledby="r${at} yes"><td><input type=radio name=d_${permission} value=d aria-labelledby="r${at} no"></tr>`,
)}</table><button>Continue</button></form>`

const radioNamed = (at: number, value: string) => `<input type=radio name=p${at} value=${value}>`

const columns = `<form method=post><table><tr><th>What<th>Data<th>Share<th>Don't share</tr>${each(
  (_one, at) =>
    `<tr><td>${texts[at]}<td>All that we know of it<td><input type=radio name=p${at} value=y><td><input type=radio name=p${at} value=n></tr>`,
)}</table><button>Continue</button></form>`

const degrees = `<form method=post>${each(
  permission => `<fieldset><legend>${permission}</legend><label><input type=radio name=${permission} value=once> Share once</label>
  <label><input type=radio name=${permission} value=always> Share always</label>
  <label><input type=radio name=${permission} value=never> Don't share</label></fieldset>`,
)}<button>Continue</button></form>`

const degreesInLists = `<form method=post>${each(
  (permission, at) => `<p>${texts[at]} <select name=${permission}><option value=never>Don't share
<option value=once>Share once<option value=always>Share always</select>`,
)}<button>Continue</button></form>`

const privacy = `<form method=post>${each(
  permission =>
    `<p><label><input type=checkbox name=keep value=${permission}> Keep my ${permission.replace('_', ' ')} private</label>`,
)}<button>Continue</button></form>`

/** Radio buttons that are all labelled with the whole text of their choice; `values`: those that grant and deny. */
export const namedByAll = (values: readonly [string, string]): string =>
  `<form method=post>${each(
    (
      permission,
      at,
    ) => `<fieldset id=f${at}><legend>${texts[at]}</legend><p>You may allow or deny it: we share what we know of it.</p>
  ${values.map((value, radio) => `<label><input type=radio name=${permission} value=${value} aria-labelledby=f${at}> ${['Allow', 'Deny'][radio]}</label>`).join('')}</fieldset>`,
  )}<button>Continue</button></form>`

/** Radio buttons without labels or meaningful values: the text precedes each button, except on the last page. */
const unlabelled = {
  'texts before radio buttons, in paragraphs': each(
    (_one, at) =>
      `<div><h3>${texts[at]}</h3><p>We never sell it. Allow ${radioNamed(at, 'a')} <b>Deny</b> ${radioNamed(at, 'b')}</p></div>`,
  ),
  'texts before radio buttons, in lines': each(
    (_one, at) => `${texts[at]}: allow ${radioNamed(at, 'a')} deny ${radioNamed(at, 'b')}<br>`,
  ),
  'texts before radio buttons, without a break': each(
    (_one, at) => `${texts[at]}: allow ${radioNamed(at, 'a')} deny ${radioNamed(at, 'b')} `,
  ),
  'texts before radio buttons, in a table': `<table>${each(
    (_one, at) => `<tr><td>${texts[at]}<td>Allow<td>${radioNamed(at, 'a')}<td>Deny<td>${radioNamed(at, 'b')}</tr>`,
  )}</table>`,
  'texts before radio buttons, each in a line': each(
    (_one, at) => `<div><h3>${texts[at]}</h3><p>Allow ${radioNamed(at, 'a')}<p>Deny ${radioNamed(at, 'b')}</div>`,
  ),
  'texts behind radio buttons, in lines': each(
    (_one, at) => `${texts[at]}: ${radioNamed(at, 'a')} allow ${radioNamed(at, 'b')} deny<br>`,
  ),
}

const selects = `<form method=post>${each(
  (
    permission,
    at,
  ) => `<li>${texts[at]} <select name=${permission}><option value="">Please choose</option><option value=n>No</option>
  <option value=y>Yes</option></select>`,
)}<button>OK</button></form>`

const lists = `<form method=post><select multiple name=grants>${each(
  permission => `<option value=${permission} selected>${permission}</option>`,
)}</select><button>Grant access</button><button formaction=/elsewhere>Cancel</button></form>`

const denials = `<form method=post>${each(
  (permission, at) =>
    `<p><input type=checkbox name=denied value=${permission} id=${permission}><label for=${permission}>Deny ${texts[at]}</label>`,
)}<button>Submit</button></form>`

const switches = `<form method=post>${each(
  (permission, at) =>
    `<p><input type=checkbox role=switch id=x${at} name=s${at} data-permission=${permission}><label for=x${at}>${texts[at]}</label>`,
)}<button>Continue</button></form>`

/** A page of checkboxes, and whether ticking one grants. */
export const boxesNamed = (label: (permission: string) => string, tickGrants: boolean): ConsentSite =>
  onePage(
    `<form method=post>${each(
      (permission, at) =>
        `<p><label><input type=checkbox name=x${at} value=1> ${label(permission.replace('_', ' '))}</label>`,
    )}<button>Send</button></form>`,
    (form, permission) => form.has(`x${permissions.indexOf(permission)}`) === tickGrants,
  )

/** A page of radio buttons; the first one grants. */
export const radiosNamed = (
  [grant, deny]: readonly [string, string],
  question: (permission: string) => string = permission => permission,
): ConsentSite =>
  onePage(
    `<form method=post>${each(
      (permission, at) => `<fieldset><legend>${question(permission.replace('_', ' '))}</legend>
  <label><input type=radio name=p${at} value=a> ${grant}</label><label><input type=radio name=p${at} value=b> ${deny}</label></fieldset>`,
    )}<button>Send</button></form>`,
    (form, permission) => form.get(`p${permissions.indexOf(permission)}`) === 'a',
  )

const isOneDegree = (form: URLSearchParams, permission: string): boolean => {
  const [value, ...others] = form.getAll(permission)
  return others.length === 0 && (value === 'once' || value === 'always')
}

/** Consent pages by the kind of their controls. */
export const pages: [string, ConsentSite][] = [
  [
    'check boxes that are checked',
    onePage(
      boxes,
      (form, permission) => form.get('do') === 'send' && form.getAll('granted_permissions').includes(permission),
    ),
  ],
  [
    'radio buttons',
    onePage(radios, (form, permission) => form.get(`permission[${permission}]`) === 'allow' && form.has('terms')),
  ],
  [
    'radio buttons that are named by the whole text',
    onePage(namedByAll(['granted', 'denied']), (form, permission) => form.get(permission) === 'granted'),
  ],
  ['a German table', onePage(german, (form, permission) => form.get(`p${permissions.indexOf(permission)}`) === '1')],
  [
    'a table with heads of columns',
    onePage(columns, (form, permission) => form.get(`p${permissions.indexOf(permission)}`) === 'y'),
  ],
  ['degrees of consent', onePage(degrees, isOneDegree)],
  ['degrees of consent in lists', onePage(degreesInLists, isOneDegree)],
  ['check boxes that keep private', onePage(privacy, (form, permission) => !form.getAll('keep').includes(permission))],
  ['a table with heads', onePage(headed, (form, permission) => form.get(`d_${permission}`) === 'g')],
  ...Object.entries(unlabelled).map(([name, body]): [string, ConsentSite] => [
    name,
    onePage(
      `<form method=post>${body}<p><button>Continue</button></form>`,
      (form, permission) => form.get(`p${permissions.indexOf(permission)}`) === 'a',
    ),
  ]),
  ['lists of yes and no', onePage(selects, (form, permission) => form.get(permission) === 'y')],
  ['one list of all', onePage(lists, (form, permission) => form.getAll('grants').includes(permission))],
  ['check boxes that deny', onePage(denials, (form, permission) => !form.getAll('denied').includes(permission))],
  ['switches', onePage(switches, (form, permission) => form.has(`s${permissions.indexOf(permission)}`))],
]
