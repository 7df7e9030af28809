import { certifyReference } from '../certify.ts'
import { describeMutants, describeReference } from './expectations.ts'
import { kycMutants, kycProductionMutants } from './kyc.ts'

describeReference('KYC provider', () => certifyReference({}, {}, 'kyc'))

describeReference('KYC provider in production', () => certifyReference({}, { environment: 'production' }, 'kyc'))

describeMutants('KYC provider', kycMutants, policies => certifyReference({ kycPolicies: policies }, {}, 'kyc'))

describeMutants('KYC provider in production', kycProductionMutants, policies =>
  certifyReference({ kycPolicies: policies }, { environment: 'production' }, 'kyc'),
)
