import { defineSuite } from '../../../harness/clause.ts'
import { agreesWith } from '../../../harness/model.ts'
import { requestStep, startRequests } from '../../support/kyc/request-model.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'kyc-flow', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })
const { clause } = suite

clause.model(
  'FLOW-04',
  'exactly the decision over any series of requests',
  agreesWith({ start: startRequests, step: requestStep, most: 6, runs: 12, areIndependent: true }),
)

/** Requests and decisions in any order, in two browsers. Heading: GET /kyc/grant/{ocid}. */
export const kycFlowSeries = whereDeclared(suite)
