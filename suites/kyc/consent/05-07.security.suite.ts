import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Behaviour } from '../../../harness/counterpart.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { mediaType } from '../../../harness/http/response.ts'
import { expectThat, fail } from '../../../harness/outcome.ts'
import type { SubmissionChange } from '../../../harness/pages/click-through.ts'
import { type CheerioAPI, parseDocument } from '../../../harness/pages/dom.ts'
import type { Submission } from '../../../harness/pages/submission.ts'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { metadataDocument } from '../../../protocol/metadata.ts'
import { describeLanding } from '../../support/describe-landing.ts'
import {
  type Ask,
  arrived,
  ask,
  attempted,
  control,
  isAtCallback,
  opened,
  urlOf,
  userOf,
} from '../../support/kyc/consent-flow.ts'
import { createMarkupProbe, findInjected } from '../../support/markup-probe.ts'
import { elementUsing, expectNotCacheable, expectNotFrameable } from '../../support/page-security.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'consent-safety', roles: ['kyc'], operations: ['kyc.grant'] })
const { clause } = suite

/** The document that a request ends at; undefined where it is refused with anything else than a page. */
const shownFor = async (context: CheckContext, changes: Partial<Ask>): Promise<CheerioAPI | undefined> => {
  const landing = await userOf(context).visit(urlOf(context, ask(context, changes)))
  const last = landing.page?.response ?? landing.responses.at(-1)
  return last && isMarkup(last) ? parseDocument(last.text ?? '') : undefined
}

const isMarkup = (response: HttpResponse): boolean => /html|xml|^$/.test(mediaType(response))

const staysText = async (context: CheckContext, what: string, changes: (text: string) => Partial<Ask>) => {
  const probe = createMarkupProbe(context.fresh('probe'))
  for (const text of [probe.text, probe.brief]) {
    const $ = await shownFor(context, changes(text))
    const found = $ && findInjected($, probe)
    expectThat(found === undefined, `the ${what} becomes markup in the page`, { expected: 'text', actual: found })
  }
}

clause('CONSENT-05', 'markup as state', async context => {
  await control(context)
  await staysText(context, 'state', state => ({ state }))
})

clause('CONSENT-05', 'markup as permission', async context => {
  await control(context)
  await staysText(context, 'name of a permission', text => ({ grants: `name,${text.replaceAll(',', ' ')}` }))
})

/** The metadata of `unreliable`, signed with its key, with other members. */
const documentWith = (
  { unreliable, run, counterpart }: CheckContext,
  members: { name?: string; icon?: string },
): JsonObject =>
  metadataDocument(
    {
      name: unreliable.name,
      ...members,
      config: { endpoint: `${counterpart.baseUrl}/${unreliable.ocid}`, capabilities: [] },
    },
    unreliable.key,
    run.profile,
  )

/** While the metadata of `unreliable` misbehaves. */
const whileMisbehaving = async <T>(context: CheckContext, behaviour: Behaviour, act: () => Promise<T>): Promise<T> => {
  const { unreliable, counterpart } = context
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
  async context => {
    const { ocid } = context.unreliable
    const unsigned = { ...documentWith(context, {}), signature: '' }
    const probe = createMarkupProbe(context.fresh('probe'))
    for (const name of [probe.text, probe.brief]) {
      for (const body of [documentWith(context, { name }), { ...unsigned, name }]) {
        const $ = await whileMisbehaving(context, { body }, () => shownFor(context, { ocid }))
        const found = $ && findInjected($, probe)
        expectThat(found === undefined, 'the name of the requester becomes markup in the page', {
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
  async context => {
    const { ocid } = context.unreliable
    for (const [kind, iconOf] of Object.entries(icons)) {
      const mark = `oc${context.fresh('icon').replace(/[^a-z0-9]/g, '')}`
      const body = documentWith(context, { icon: iconOf(mark) })
      const $ = await whileMisbehaving(context, { body }, () => shownFor(context, { ocid }))
      const found = $ && (elementUsing($, mark) ?? elementUsing($, encodeURIComponent(iconOf(mark))))
      expectThat(found === undefined, `a ${kind} address is used as icon`, { expected: 'not used', actual: found })
    }
  },
  { alone: true },
)

clause(
  'CONSENT-05',
  'markup as icon of the requester',
  async context => {
    const probe = createMarkupProbe(context.fresh('probe'))
    const body = documentWith(context, { icon: `https://requester.example/${probe.text}` })
    const $ = await whileMisbehaving(context, { body }, () => shownFor(context, { ocid: context.unreliable.ocid }))
    const found = $ && findInjected($, probe)
    expectThat(found === undefined, 'the icon of the requester becomes markup in the page', {
      expected: 'text',
      actual: found,
    })
  },
  { alone: true },
)

clause('CONSENT-06', 'page in a frame of another site', async context =>
  expectNotFrameable((await opened(context)).page.response),
)

clause('CONSENT-06', 'page in a cache', async context => expectNotCacheable((await opened(context)).page.response))

/** What somebody knows who has seen such a page in a browser of their own: fields that are always the same. */
const withoutTokens = ({ fields }: Submission, own: Submission): Submission['fields'] =>
  fields.filter(([name, value]) => own.fields.some(one => one[0] === name && one[1] === value))

/** A decision by a form of another site: without what only the page knows, and, where cookies count, with what another page knew. */
const forgeries = (own: Submission, hasCookies: boolean): ((submission: Submission) => Submission['fields'])[] => [
  submission => withoutTokens(submission, own),
  ...(hasCookies ? [() => own.fields] : []),
]

clause('CONSENT-06', 'submission by a form of another site', async context => {
  const state = context.fresh('state')
  const { asked: own, landing: rehearsed } = await arrived(context, { ask: { state } })
  const last = rehearsed.steps.length - 1
  const deciding = rehearsed.steps[last]
  if (deciding === undefined)
    return fail('nothing is submitted', { expected: 'a submission', actual: describeLanding(rehearsed) })
  const hasCookies = own.page.response.headers.some(([name]) => name.toLowerCase() === 'set-cookie')
  for (const fieldsOf of forgeries(deciding, hasCookies)) {
    const change: SubmissionChange = (submission, step) =>
      step === last ? { ...submission, fields: fieldsOf(submission), forged: true } : submission
    const { landing, asked } = await attempted(context, { ask: { state }, change })
    expectThat(!isAtCallback(landing, asked.ask), "another site's form decides", {
      expected: 'no redirect to the callback',
      actual: describeLanding(landing),
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
const isClear = (responses: readonly HttpResponse[], what: string) => {
  for (const response of responses) {
    const isAccident = response.status === 500 || response.status === 501
    expectThat(
      !response.silence && !isAccident,
      `a request is not answered properly where the requester's metadata ${what}`,
      {
        expected: 'a page, or an error that says what is wrong',
        actual: summary(response),
      },
    )
  }
  const last = responses.at(-1)
  const says = last !== undefined && (isObject(last.json) || (last.text ?? '').trim() !== '')
  expectThat(says, `nothing is shown where the requester's metadata ${what}`, {
    expected: 'a page or an error',
    actual: last ? summary(last) : 'no answer',
  })
}

const survives = async (context: CheckContext, what: string, behaviour: Behaviour) => {
  const { responses } = await whileMisbehaving(context, behaviour, () =>
    userOf(context).visit(urlOf(context, ask(context, { ocid: context.unreliable.ocid }))),
  )
  isClear(responses, what)
}

clause(
  'CONSENT-07',
  'metadata that is unreachable or malformed',
  async context => {
    await control(context)
    for (const [what, behaviour] of Object.entries(broken)) await survives(context, what, behaviour)
  },
  { alone: true },
)

clause(
  'CONSENT-07',
  'metadata that never ends',
  async context => {
    await control(context)
    await survives(context, 'never ends', { endless: true })
  },
  { alone: true },
)

clause(
  'CONSENT-07',
  'metadata that never comes',
  async context => {
    await control(context)
    await survives(context, 'never comes', { hang: true })
  },
  { alone: true },
)

/** What strangers cannot do by way of the consent page. Heading: GET /kyc/grant/{ocid}. */
export const consentSafety = whereDeclared(suite)
