import { certifyReference } from '../certify.ts'
import { describeMutants, describeReference } from './expectations.ts'
import { merchantMutants } from './merchant.ts'

describeReference('merchant', () => certifyReference({}, {}, 'merchant'))

describeMutants('merchant', merchantMutants, policies =>
  certifyReference({ merchantPolicies: policies }, {}, 'merchant'),
)
