import { defineSuite } from '../../../harness/clause.ts'
import { agreesWith } from '../../../harness/model.ts'
import { requestStep, startRequests } from '../../support/kyc/request-model.ts'

/** Requests and decisions in any order, in two browsers. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'kyc-flow', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

clause.model(
  'FLOW-04',
  'exactly the decision over any series of requests',
  agreesWith({ start: startRequests, step: requestStep, most: 6, runs: 12, areIndependent: true }),
)
