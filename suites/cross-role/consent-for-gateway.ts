import { plainCheck } from '../../harness/check.ts'
import type { Check } from '../../harness/clause.ts'
import type { CheckContext } from '../../harness/context.ts'
import { blocked, expectThat } from '../../harness/outcome.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { isObject } from '../../protocol/json/json.ts'
import { decisionGranting, expectCallback, isSameList, listIn } from '../support/kyc/consent-flow.ts'
import { hasText } from '../support/pages/page-text.ts'

/** The requesting gateway: its OCID, and the name in its metadata. */
type Requester = { ocid: number | undefined; name: string }

/** A user decides on a request of the gateway, and the page names it. Heading: GET /kyc/grant/{ocid}. */
const expectDecided = async (context: CheckContext, { ocid, name }: Requester): Promise<void> => {
  if (ocid === undefined || ocid === context.ocid) return blocked('the gateway has no OCID: give it in its config')
  const request = { ocid, grants: 'name,email' }
  const { opened, query } = await expectCallback(context, {
    request,
    decision: decisionGranting(['name', 'email'], ['name']),
  })
  if (name === '' || !hasText(opened.page.text, name))
    blocked(
      `the consent page does not show ${name === '' ? 'a name of the gateway' : name}: register the metadata address of the gateway at the KYC provider`,
    )
  const isPartial = query.get('status') === 'partial'
  expectThat(isPartial && isSameList(listIn(query, 'grants'), ['name']), 'the gateway gets another decision', {
    expected: 'status=partial, grants=name, denied=email',
    actual: query.toString(),
  })
}

const nameOf = ({ metadata: { json } }: RunContext): string =>
  isObject(json) && typeof json.name === 'string' ? json.name : ''

/** The joint checks of a gateway and a KYC provider. */
export const consentChecks = (gateway: RunContext): Check[] => [
  {
    id: 'together/consent-for-the-gateway',
    title: 'request of the gateway, decided at the KYC provider',
    clauses: ['FLOW-04'],
    roles: ['kyc'],
    operations: ['kyc.grant', 'kyc.submit'],
    ...plainCheck,
    alone: true,
    run: context => expectDecided(context, { ocid: gateway.target.ocid, name: nameOf(gateway) }),
  },
]
