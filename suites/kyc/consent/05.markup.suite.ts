import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { CheerioAPI } from '../../../harness/pages/dom.ts'
import { type GrantRequest, sendGrantControl } from '../../support/kyc/grant-request.ts'
import { documentFor, requesterMetadata, whileMetadata } from '../../support/kyc/requester-metadata.ts'
import { createMarkupProbe, findInjected, type MarkupProbe } from '../../support/markup-probe.ts'
import { elementUsing } from '../../support/page-security.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'consent-safety', roles: ['kyc'], operations: ['kyc.grant'] })
const { clause } = suite

const expectText = ($: CheerioAPI | undefined, probe: MarkupProbe, what: string) => {
  const found = $ && findInjected($, probe)
  expectThat(found === undefined, `the ${what} becomes markup in the page`, { expected: 'text', actual: found })
}

const expectStaysText = async (
  context: CheckContext,
  what: string,
  changesWith: (text: string) => Partial<GrantRequest>,
) => {
  const probe = createMarkupProbe(context.fresh('probe'))
  for (const text of [probe.text, probe.brief]) expectText(await documentFor(context, changesWith(text)), probe, what)
}

clause('CONSENT-05', 'markup as state', async context => {
  await sendGrantControl(context)
  await expectStaysText(context, 'state', state => ({ state }))
})

clause('CONSENT-05', 'markup as permission', async context => {
  await sendGrantControl(context)
  await expectStaysText(context, 'name of a permission', text => ({ grants: `name,${text.replaceAll(',', ' ')}` }))
})

clause(
  'CONSENT-05',
  'markup as name of the requester',
  async context => {
    const { ocid } = context.unreliable
    const unsigned = { ...requesterMetadata(context, {}), signature: '' }
    const probe = createMarkupProbe(context.fresh('probe'))
    for (const name of [probe.text, probe.brief])
      for (const body of [requesterMetadata(context, { name }), { ...unsigned, name }]) {
        const $ = await whileMetadata(context, { body }, () => documentFor(context, { ocid }))
        expectText($, probe, 'name of the requester')
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
      const body = requesterMetadata(context, { icon: iconOf(mark) })
      const $ = await whileMetadata(context, { body }, () => documentFor(context, { ocid }))
      const use = $ && (elementUsing($, mark) ?? elementUsing($, encodeURIComponent(iconOf(mark))))
      expectThat(use === undefined, `a ${kind} address is used as icon`, { expected: 'not used', actual: use })
    }
  },
  { alone: true },
)

clause(
  'CONSENT-05',
  'markup as icon of the requester',
  async context => {
    const { ocid } = context.unreliable
    const probe = createMarkupProbe(context.fresh('probe'))
    const body = requesterMetadata(context, { icon: `https://requester.example/${probe.text}` })
    expectText(
      await whileMetadata(context, { body }, () => documentFor(context, { ocid })),
      probe,
      'icon of the requester',
    )
  },
  { alone: true },
)

/** Text of the request and of the requester's metadata stays text. Heading: GET /kyc/grant/{ocid}. */
export const consentMarkup = whereDeclared(suite)
