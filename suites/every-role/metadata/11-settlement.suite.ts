/** META-11 · config.settlement is for gateways only. */

import { defineSuite } from '../../../harness/clause.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { metadataOf } from '../../support/metadata-document.ts'

const { clause } = defineSuite({ id: 'metadata', roles: ['gateway', 'merchant', 'kyc'], operations: ['metadata'] })

clause(
  'META-11',
  'no settlement',
  async context => {
    const settlement = memberOf(metadataOf(context).config, 'settlement')
    expectThat(settlement === undefined, 'config.settlement is for gateways only', {
      expected: 'no config.settlement',
      actual: settlement,
    })
  },
  { roles: ['merchant', 'kyc'] },
)
