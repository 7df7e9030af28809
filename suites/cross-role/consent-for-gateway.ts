import { plainCheck } from '../../harness/check.ts'
import type { Check } from '../../harness/clause.ts'
import type { CheckContext } from '../../harness/context.ts'
import { blocked, brief, expectThat } from '../../harness/outcome.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { isObject } from '../../protocol/json/json.ts'
import {
  decide,
  decisionGranting,
  isAtCallback,
  isSameList,
  listIn,
  requireDecided,
} from '../support/kyc/consent-flow.ts'
import { describeLanding } from '../support/pages/describe-landing.ts'
import { hasText } from '../support/pages/page-text.ts'

/** The requesting gateway: its OCID, and the name in its metadata. */
type Requester = { ocid: number | undefined; name: string }

/**
 * A user decides on a request of the gateway, and the page names it. Only a permission that the user denied is a finding: everything else
 * may be due to how the gateway is registered at the KYC provider. Heading: GET /kyc/grant/{ocid}.
 */
const expectDecided = async (context: CheckContext, { ocid, name }: Requester): Promise<void> => {
  if (ocid === undefined || ocid === context.ocid) return blocked('the gateway has no OCID: give it in its config')
  const request = { ocid, grants: 'name,email' }
  const result = await decide(context, { request, decision: decisionGranting(['name', 'email'], ['name']) })
  requireDecided(result)
  const { opened, landing, query } = result
  if (name === '' || !hasText(opened.page.text, name))
    blocked(
      `the consent page does not show ${name === '' ? 'a name of the gateway' : name}: register the metadata address of the gateway at the KYC provider`,
    )
  if (!isAtCallback(landing, opened.request))
    blocked(
      `the user is not redirected to the callback: ${describeLanding(landing)}. Make the KYC provider accept ${opened.request.callback_url} as a callback address of ${ocid}`,
    )
  const granted = listIn(query, 'grants')
  expectThat(!granted?.includes('email'), 'the gateway gets what the user denied', {
    expected: 'status=partial, grants=name, denied=email',
    actual: query.toString(),
  })
  if (query.get('status') !== 'partial' || !isSameList(granted, ['name']))
    blocked(
      `the gateway gets another decision: ${brief(query.toString())}. Allow the gateway to request name and email at the KYC provider; see FLOW-04 in its own report`,
    )
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
