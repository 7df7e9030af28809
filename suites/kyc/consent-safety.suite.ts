import { isObject, type JsonObject } from '../../protocol/json.ts'
import { metadataDocument } from '../../protocol/metadata.ts'
import { whereDeclared } from '../every.ts'
import type { Answer } from '../harness/answer.ts'
import { mediaType } from '../harness/answer.ts'
import type { Forgery } from '../harness/browser.ts'
import { defineSuite } from '../harness/clause.ts'
import type { Behaviour } from '../harness/counterpart.ts'
import { type CheerioAPI, parseDocument } from '../harness/document.ts'
import { breach, holds } from '../harness/outcome.ts'
import type { Change } from '../harness/page.ts'
import { summary } from '../harness/sent.ts'
import type { Stage } from '../harness/stage.ts'
import { notCached, notFramed, usedIn } from '../page-safety.ts'
import { injected, probeOf } from '../probe.ts'
import { type Ask, arrived, ask, attempted, control, isAtCallback, opened, urlOf, userOf, whereTo } from './asked.ts'

const suite = defineSuite({ id: 'consent-safety', roles: ['kyc'], operations: ['kyc.grant'] })
const { clause } = suite

/** The document that a request ends at; undefined where it is refused with anything else than a page. */
const shownFor = async (stage: Stage, changes: Partial<Ask>): Promise<CheerioAPI | undefined> => {
  const landing = await userOf(stage).visit(urlOf(stage, ask(stage, changes)))
  const last = landing.page?.answer ?? landing.answers.at(-1)
  return last && isMarkup(last) ? parseDocument(last.text ?? '') : undefined
}

const isMarkup = (answer: Answer): boolean => /html|xml|^$/.test(mediaType(answer))

const staysText = async (stage: Stage, what: string, changes: (text: string) => Partial<Ask>) => {
  const probe = probeOf(stage.fresh('probe'))
  for (const text of [probe.text, probe.brief]) {
    const $ = await shownFor(stage, changes(text))
    const found = $ && injected($, probe)
    holds(found === undefined, `the ${what} becomes markup in the page`, { expected: 'text', actual: found })
  }
}

clause('CONSENT-05', 'markup as state', async stage => {
  await control(stage)
  await staysText(stage, 'state', state => ({ state }))
})

clause('CONSENT-05', 'markup as permission', async stage => {
  await control(stage)
  await staysText(stage, 'name of a permission', text => ({ grants: `name,${text.replaceAll(',', ' ')}` }))
})

/** The metadata of `unreliable`, signed with its key, with other members. */
const documentWith = (
  { unreliable, session, counterpart }: Stage,
  members: { name?: string; icon?: string },
): JsonObject =>
  metadataDocument(
    {
      name: unreliable.name,
      ...members,
      config: { endpoint: `${counterpart.baseUrl}/${unreliable.ocid}`, capabilities: [] },
    },
    unreliable.key,
    session.profile,
  )

/** While the metadata of `unreliable` misbehaves. */
const whileMisbehaving = async <T>(stage: Stage, behaviour: Behaviour, act: () => Promise<T>): Promise<T> => {
  const { unreliable, counterpart } = stage
  counterpart.misbehave(unreliable.ocid, behaviour)
  try {
    return await act()
  } finally {
    counterpart.misbehave(unreliable.ocid, undefined)
  }
}

clause(
  'CONSENT-05',
  'markup as name of the requester',
  async stage => {
    const { ocid } = stage.unreliable
    const unsigned = { ...documentWith(stage, {}), signature: '' }
    const probe = probeOf(stage.fresh('probe'))
    for (const name of [probe.text, probe.brief]) {
      for (const body of [documentWith(stage, { name }), { ...unsigned, name }]) {
        const $ = await whileMisbehaving(stage, { body }, () => shownFor(stage, { ocid }))
        const found = $ && injected($, probe)
        holds(found === undefined, 'the name of the requester becomes markup in the page', {
          expected: 'text',
          actual: found,
        })
      }
    }
  },
  { alone: true },
)

const icons = {
  javascript: (mark: string) => `javascript:${mark}()`,
  'javascript with a host': (mark: string) => `javascript://requester.example/%0a${mark}()`,
  data: (mark: string) => `data:text/html,<script>${mark}()</script>`,
  'data image': (mark: string) => `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${mark}()"/>`,
}

clause(
  'CONSENT-05',
  'script as icon of the requester',
  async stage => {
    const { ocid } = stage.unreliable
    for (const [kind, iconOf] of Object.entries(icons)) {
      const mark = `oc${stage.fresh('icon').replace(/[^a-z0-9]/g, '')}`
      const body = documentWith(stage, { icon: iconOf(mark) })
      const $ = await whileMisbehaving(stage, { body }, () => shownFor(stage, { ocid }))
      const found = $ && (usedIn($, mark) ?? usedIn($, encodeURIComponent(iconOf(mark))))
      holds(found === undefined, `a ${kind} address is used as icon`, { expected: 'not used', actual: found })
    }
  },
  { alone: true },
)

clause(
  'CONSENT-05',
  'markup as icon of the requester',
  async stage => {
    const probe = probeOf(stage.fresh('probe'))
    const body = documentWith(stage, { icon: `https://requester.example/${probe.text}` })
    const $ = await whileMisbehaving(stage, { body }, () => shownFor(stage, { ocid: stage.unreliable.ocid }))
    const found = $ && injected($, probe)
    holds(found === undefined, 'the icon of the requester becomes markup in the page', {
      expected: 'text',
      actual: found,
    })
  },
  { alone: true },
)

clause('CONSENT-06', 'page in a frame of another site', async stage => notFramed((await opened(stage)).page.answer))

clause('CONSENT-06', 'page in a cache', async stage => notCached((await opened(stage)).page.answer))

/** What somebody knows who has seen such a page in a browser of their own: fields that are always the same. */
const withoutTokens = ({ fields }: Forgery, own: Forgery): Forgery['fields'] =>
  fields.filter(([name, value]) => own.fields.some(one => one[0] === name && one[1] === value))

/** A decision by a form of another site: without what only the page knows, and, where cookies count, with what another page knew. */
const forgeries = (own: Forgery, hasCookies: boolean): ((submission: Forgery) => Forgery['fields'])[] => [
  submission => withoutTokens(submission, own),
  ...(hasCookies ? [() => own.fields] : []),
]

clause('CONSENT-06', 'submission by a form of another site', async stage => {
  const state = stage.fresh('state')
  const { asked: own, landing: rehearsed } = await arrived(stage, { ask: { state } })
  const last = rehearsed.steps.length - 1
  const deciding = rehearsed.steps[last]
  if (deciding === undefined)
    return breach('nothing is submitted', { expected: 'a submission', actual: whereTo(rehearsed) })
  const hasCookies = own.page.answer.headers.some(([name]) => name.toLowerCase() === 'set-cookie')
  for (const fieldsOf of forgeries(deciding, hasCookies)) {
    const change: Change = (submission, step) =>
      step === last ? { ...submission, fields: fieldsOf(submission), forged: true } : submission
    const { landing, asked } = await attempted(stage, { ask: { state }, change })
    holds(!isAtCallback(landing, asked.ask), "another site's form decides", {
      expected: 'no redirect to the callback',
      actual: whereTo(landing),
    })
  }
})

const broken: Readonly<Record<string, Behaviour>> = {
  'answers 500': { status: 500 },
  'answers 404': { status: 404 },
  'cuts the connection': { disconnect: true },
  'is no JSON': { body: '{"name":' },
  'is an empty object': { body: {} },
  'is a list': { body: [] },
  'is null': { body: 'null' },
  'has members of other types': { body: { name: { first: 1 }, icon: 17, config: 'x', signature: null } },
  'leads to itself': { redirect: '/' },
}

/** An answer that says something, in time: a page, or an error that is no accident. */
const isClear = (answers: readonly Answer[], what: string) => {
  for (const answer of answers) {
    const isAccident = answer.status === 500 || answer.status === 501
    holds(!answer.silence && !isAccident, `a request is not answered properly where the requester's metadata ${what}`, {
      expected: 'a page, or an error that says what is wrong',
      actual: summary(answer),
    })
  }
  const last = answers.at(-1)
  const says = last !== undefined && (isObject(last.json) || (last.text ?? '').trim() !== '')
  holds(says, `nothing is shown where the requester's metadata ${what}`, {
    expected: 'a page or an error',
    actual: last ? summary(last) : 'no answer',
  })
}

const survives = async (stage: Stage, what: string, behaviour: Behaviour) => {
  const { answers } = await whileMisbehaving(stage, behaviour, () =>
    userOf(stage).visit(urlOf(stage, ask(stage, { ocid: stage.unreliable.ocid }))),
  )
  isClear(answers, what)
}

clause(
  'CONSENT-07',
  'metadata that is unreachable or malformed',
  async stage => {
    await control(stage)
    for (const [what, behaviour] of Object.entries(broken)) await survives(stage, what, behaviour)
  },
  { alone: true },
)

clause(
  'CONSENT-07',
  'metadata that never ends',
  async stage => {
    await control(stage)
    await survives(stage, 'never ends', { endless: true })
  },
  { alone: true },
)

clause(
  'CONSENT-07',
  'metadata that never comes',
  async stage => {
    await control(stage)
    await survives(stage, 'never comes', { hang: true })
  },
  { alone: true },
)

/** What strangers cannot do by way of the consent page. Heading: GET /kyc/grant/{ocid}. */
export const consentSafety = whereDeclared(suite)
