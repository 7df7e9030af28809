import { roles } from '../../../../protocol/operations.ts'
import { changeConfig } from '../../support/metadata-document.ts'
import { perRole, type SharedMutant } from '../shared-mutant.ts'

/** Compresses a public key: a byte for the parity of Y, then X. */
const compressKey = (key: string): string => (Number.parseInt(key.slice(-1), 16) % 2 ? '03' : '02') + key.slice(0, 64)

/** Faults in the config of the metadata document (META-04 to META-06, META-11, META-12). */
export const metadataConfigMutants: readonly SharedMutant[] = [
  {
    name: 'the public key begins with 04',
    roles,
    breaks: 'META-04',
    story: 'The library returns 65 bytes; the first means "not compressed".',
    policies: changeConfig(config => ({ ...config, publicKey: `04${config.publicKey}` })),
  },
  {
    name: 'the public key is compressed',
    roles,
    breaks: 'META-04',
    story: 'A key of half the length is easier to copy.',
    policies: changeConfig(config => ({ ...config, publicKey: compressKey(String(config.publicKey)) })),
  },
  {
    name: 'the endpoint is a path',
    roles,
    breaks: 'META-05',
    story: 'The document is on the same host, so the path looked sufficient.',
    policies: changeConfig(config => ({ ...config, endpoint: '/' })),
  },
  {
    name: 'the endpoint is one of the next version',
    roles,
    breaks: 'META-05',
    story: 'The prefix was published before the proxy knew it.',
    policies: changeConfig(config => ({ ...config, endpoint: `${config.endpoint}/api/v2` })),
  },
  {
    name: 'the endpoint is an address of the machine at home',
    roles,
    breaks: 'META-05',
    story: 'The development configuration was deployed with the rest.',
    policies: changeConfig(config => ({ ...config, endpoint: 'http://127.0.0.1:9' })),
  },
  {
    name: 'capabilities are a list in a text',
    roles,
    breaks: 'META-06',
    story: 'An environment variable contains them, separated by commas.',
    policies: changeConfig(config => ({ ...config, capabilities: [config.capabilities].flat().join(',') })),
  },
  ...perRole(
    {
      name: 'capabilities are objects',
      breaks: 'META-06',
      story: 'Each of them has a name and, some day, a version.',
      policies: changeConfig(config => ({
        ...config,
        capabilities: [config.capabilities].flat().map(name => ({ name: name ?? null })),
      })),
    },
    // The document lists no capabilities for merchants.
    { gateway: ['META-12'], merchant: [], kyc: ['META-12'] },
  ),
  {
    name: 'settlement is published by everybody',
    roles: ['merchant', 'kyc'],
    breaks: 'META-11',
    story: 'One metadata template serves every role.',
    policies: changeConfig(config => ({ ...config, settlement: { currencies: ['USD'], accepts: [] } })),
  },
  {
    name: 'no capability is declared',
    roles: ['gateway', 'kyc'],
    breaks: 'META-12',
    story: 'The list was to be filled before the launch.',
    policies: changeConfig(config => ({ ...config, capabilities: [] })),
  },
  {
    name: 'capabilities have names of its own',
    roles: ['gateway', 'kyc'],
    breaks: 'META-12',
    story: 'The list was generated from the route names.',
    policies: changeConfig(config => ({
      ...config,
      capabilities: [config.capabilities].flat().map(name => `POST /${String(name).replace('.', '/')}`),
    })),
  },
]
