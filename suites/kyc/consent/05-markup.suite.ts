/**
 * CONSENT-05 · Names, icons, state, permissions and the callback address cannot become markup or script; a javascript:
 * or data: icon is not used where a browser would run it.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { iconPath } from '../../../harness/counterpart.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { ConsentLanding } from '../../../harness/pages.ts'
import type { CheerioAPI } from '../../../pages/document/dom.ts'
import { inAddress } from '../../../protocol/json/any-json.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { requireReached, visitControl } from '../../support/kyc/consent-flow.ts'
import type { GrantRequest } from '../../support/kyc/grant-request.ts'
import {
  documentsFor,
  forgetMetadata,
  requesterMetadata,
  type SeenDocuments,
  unreadMetadata,
  whileMetadata,
} from '../../support/kyc/requester-metadata.ts'
import { createMarkupProbe, findInjected, type MarkupProbe, textsOf } from '../../support/pages/markup-probe.ts'
import { isLive } from '../../support/pages/page-scripts.ts'
import { elementRunning } from '../../support/pages/page-security.ts'

const { clause } = defineSuite({ id: 'consent-safety', roles: ['kyc'], operations: ['kyc.grant'] })

type Seen = { seen: SeenDocuments; control: ConsentLanding }

/** Fails the clause if `find` finds markup in a document; blocks the check if the consent page was not reached. */
const expectNone = (
  { seen, control }: Seen,
  find: ($: CheerioAPI) => string | undefined,
  { message, expected }: { message: string; expected: string },
) => {
  const found = seen.documents.map(find).find(text => text !== undefined)
  expectThat(found === undefined, message, { expected, actual: `${found}, at ${seen.landing.page?.name}` })
  requireReached(seen.landing, control)
}

const expectText = (seen: Seen, probe: MarkupProbe, what: string) =>
  expectNone(seen, $ => findInjected($, probe), {
    message: `the ${what} becomes markup in the page`,
    expected: 'text',
  })

const expectStaysText = async (
  context: CheckContext,
  what: string,
  changesWith: (text: string) => Partial<GrantRequest>,
  textsIn = (probe: MarkupProbe) => textsOf(probe, isLive(context, 'consent')),
) => {
  const control = await visitControl(context)
  const probe = createMarkupProbe(context.fresh('probe'))
  for (const text of textsIn(probe))
    expectText({ seen: await documentsFor(context, changesWith(text)), control }, probe, what)
}

clause(
  'CONSENT-05',
  'markup as state',
  async context => {
    await expectStaysText(context, 'state', state => ({ state }))
  },
  { firstLook: true },
)

clause('CONSENT-05', 'markup as callback address', async context => {
  const { callbackUrl } = context.run
  await expectStaysText(context, 'callback address', text => ({
    callback_url: `${callbackUrl}${callbackUrl.includes('?') ? '&' : '?'}x=${text.replace(/\s/g, '')}`,
  }))
  const inPath = (text: string) => ({ callback_url: `${callbackUrl}${callbackUrl.includes('?') ? '&x=' : '/'}${text}` })
  await expectStaysText(context, 'callback address', inPath, ({ address }) => [address])
})

clause('CONSENT-05', 'markup as permission', async context => {
  await expectStaysText(context, 'name of a permission', text => ({ grants: `name,${text.replaceAll(',', ' ')}` }))
})

/** Opens the page of `unreliable` with changed metadata; reports it as untried if the target does not read it. */
const seenWith = async (context: CheckContext, body: JsonObject): Promise<SeenDocuments | undefined> => {
  const { check, unreliable } = context
  const seen = await whileMetadata(context, { body }, () => documentsFor(context, { ocid: unreliable.ocid }))
  if (seen === undefined) context.untried(`“${check.title}”: ${unreadMetadata(context)}.`)
  return seen
}

clause(
  'CONSENT-05',
  'markup as name of the requester',
  async context => {
    const control = await visitControl(context)
    // A name may appear only next to the icon, or as its text.
    const icon = `${context.counterpart.baseUrl}/${context.unreliable.ocid}${iconPath}`
    const unsigned = { ...requesterMetadata(context, { icon }), signature: '' }
    const probe = createMarkupProbe(context.fresh('probe'))
    for (const name of textsOf(probe, isLive(context, 'consent')))
      for (const body of [requesterMetadata(context, { name, icon }), { ...unsigned, name }]) {
        const seen = await seenWith(context, body)
        if (seen) expectText({ seen, control }, probe, 'name of the requester')
      }
    await forgetMetadata(context)
  },
  { alone: true, last: true, firstLook: true },
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
    const control = await visitControl(context)
    for (const [kind, iconOf] of Object.entries(icons)) {
      const mark = `oc${context.fresh('icon').replace(/[^a-z0-9]/g, '')}`
      const body = requesterMetadata(context, { icon: iconOf(mark) })
      const seen = await seenWith(context, body)
      const find = ($: CheerioAPI) => elementRunning($, mark) ?? elementRunning($, inAddress(iconOf(mark)))
      if (seen)
        expectNone({ seen, control }, find, {
          message: `a ${kind} address of an icon is used where it can run`,
          expected: 'not used, or only as an image',
        })
    }
    await forgetMetadata(context)
  },
  { alone: true, last: true },
)

clause(
  'CONSENT-05',
  'markup as icon of the requester',
  async context => {
    const control = await visitControl(context)
    const probe = createMarkupProbe(context.fresh('probe'))
    for (const text of [probe.text, probe.address]) {
      const seen = await seenWith(context, requesterMetadata(context, { icon: `https://requester.example/${text}` }))
      if (seen) expectText({ seen, control }, probe, 'icon of the requester')
    }
    await forgetMetadata(context)
  },
  { alone: true, last: true },
)
