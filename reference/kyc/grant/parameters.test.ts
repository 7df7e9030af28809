import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { describeCorpus, jsonOf } from '../../../protocol/corpora.test.support.ts'
import { referenceProfile } from '../../../protocol/profile.ts'
import { verifyPayload } from '../../../protocol/signature/payload.ts'
import { violations } from '../../../schemas/validate.ts'
import { actors, callbackUrl, type Fixture, fixture, grantUrl, usual } from '../fixture.test.support.ts'

/** The status and code of a refusal, which is JSON, leads nowhere, and has the documented shape. */
const refusal = async (on: Fixture, url: string): Promise<string> => {
  const { statusCode, headers, body } = await on.get(url)
  expect([headers['content-type'], headers.location]).toEqual(['application/json; charset=utf-8', undefined])
  expect(violations('kyc-error', JSON.parse(body))).toEqual([])
  return `${statusCode} ${JSON.parse(body).error.code}`
}

test('the metadata declares the one operation, no accepted provider, and no settlement', async () => {
  const document = (await fixture().get('/metadata.json')).json()
  expect(violations('metadata', document)).toEqual([])
  expect(document).toMatchObject({ name: 'Test KYC Provider', kyc: [], config: { capabilities: ['kyc.grant'] } })
  expect(Object.keys(document.config)).toEqual(['publicKey', 'endpoint', 'capabilities'])
  const signer = { publicKey: document.config.publicKey, dialect: referenceProfile }
  expect(verifyPayload(document.config, document.signature, signer)).toBe(true)
})

describe('GET /kyc/grant/{ocid}', () => {
  test('a valid request leads to its own consent page', async () => {
    const on = fixture()
    const answers = await Promise.all([1, 2].map(() => on.get(grantUrl({ state: '' }))))
    for (const { statusCode, headers } of answers) {
      expect(statusCode).toBe(302)
      expect(headers.location).toMatch(/^https:\/\/kyc\.example\/api\/kyc\/consent\/[0-9a-f]{64}$/)
    }
    expect(answers[0]?.headers.location).not.toBe(answers[1]?.headers.location)
    expect(on.sent).toEqual([])
  })

  test.each([
    ['grants', 'INVALID_GRANT'],
    ['user_ocid', 'INVALID_GRANT'],
    ['callback_url', 'INVALID_CALLBACK_URL'],
  ])('%s is required, once and readable', async (name, code) => {
    const on = fixture()
    const given = usual[name as keyof typeof usual]
    expect(await refusal(on, grantUrl({ [name]: undefined }))).toBe(`400 ${code}`)
    expect(await refusal(on, grantUrl({ [name]: '' }))).toBe(`400 ${code}`)
    expect(await refusal(on, `${grantUrl()}&${name}=${encodeURIComponent(given)}`)).toBe('400 INVALID_GRANT')
    for (const broken of ['%ff', '%zz', '%']) {
      const url = `${grantUrl({ [name]: undefined })}&${name}=${broken}`
      expect(await refusal(on, url)).toBe('400 INVALID_GRANT')
    }
  })

  test('state is taken once and readable', async () => {
    const on = fixture()
    for (const more of ['state=a&state=a', 'state=%ff', 'state=%ed%a0%80'])
      expect(await refusal(on, `${grantUrl()}&${more}`)).toBe('400 INVALID_GRANT')
    expect((await on.get(`${grantUrl()}&state&other=1&other=2`)).statusCode).toBe(302)
  })

  test('OCIDs are integers, written in one way', async () => {
    const on = fixture()
    const spellings = (ocid: number) => [
      ...[`${ocid}abc`, `+${ocid}`, `-${ocid}`, `0${ocid}`, `${ocid}.0`, ` ${ocid}`, `${ocid} `, `${ocid}\n`],
      ...['0x1f41', '8e3', '0', 'NaN', '__proto__', '٨٠٠١', '9007199254740993', '9'.repeat(400)],
    ]
    for (const user_ocid of spellings(actors.user))
      expect(await refusal(on, grantUrl({ user_ocid }))).toBe('400 INVALID_GRANT')
    for (const ocid of spellings(actors.requester))
      expect(await refusal(on, grantUrl({}, encodeURIComponent(ocid)))).toBe('400 INVALID_GRANT')
  })

  test('permissions are known by name; repeats of one collapse', async () => {
    const on = fixture()
    for (const grants of ['address', 'name,address', 'Name', 'name,', ',name', 'name, email', 'name;email', ','])
      expect(await refusal(on, grantUrl({ grants }))).toBe('400 INVALID_GRANT')
    const { headers } = await on.get(grantUrl({ grants: 'email,name,email' }))
    const page = await on.get(new URL(String(headers.location)).pathname.replace('/api', ''))
    expect(page.body.match(/<legend>[^<]*/g)).toEqual(['<legend>Email address', '<legend>Name'])
  })

  test('who is not known, or not complete, is refused by name', async () => {
    const on = fixture()
    expect(await refusal(on, grantUrl({}, actors.unassigned))).toBe('400 UNKNOWN_OCID')
    expect(await refusal(on, grantUrl({ user_ocid: String(actors.absent) }))).toBe('400 USER_NOT_FOUND')
    expect(await refusal(on, grantUrl({ user_ocid: String(actors.user2) }))).toBe('400 KYC_NOT_COMPLETE')
    expect((await on.get(grantUrl({}, actors.silent))).statusCode).toBe(302)
    const alone = fixture({ provisioning: { kyc: { requesters: [7001], users: [], incompleteUsers: [] } } })
    expect((await alone.get(grantUrl({ user_ocid: String(actors.absent) }))).statusCode).toBe(302)
    expect(await refusal(fixture({ provisioning: {} }), grantUrl())).toBe('400 UNKNOWN_OCID')
  })

  test('a callback address is HTTPS, plain, and not localhost in production', async () => {
    const on = fixture({ environment: 'production' })
    const bad = [
      ...['http://requester.example/', 'javascript:alert(1)', '//requester.example', '/callback', 'requester.example'],
      ...['https://LOCALHOST:8443/', 'https://2130706433/', 'https://[::1]/', 'https://a.localhost./'],
      ...['https://requester.example\\@evil.example/', ' https://requester.example/', 'https://requester.example/\n'],
      ...['https://user@requester.example/', 'https://user:word@requester.example/'],
      ...['status', 'grants', 'denied', 'user_ocid', 'state', 's%74ate'].map(name => `${callbackUrl}?a=1&${name}=x`),
    ]
    for (const callback_url of bad)
      expect([callback_url, await refusal(on, grantUrl({ callback_url }))]).toEqual([
        callback_url,
        '400 INVALID_CALLBACK_URL',
      ])
    expect((await fixture().get(grantUrl({ callback_url: 'https://localhost:8443/' }))).statusCode).toBe(302)
    expect(await refusal(fixture(), grantUrl({ callback_url: 'http://localhost/' }))).toBe('400 INVALID_CALLBACK_URL')
  })

  test('an unknown path is refused with one of the ten codes', async () => {
    const on = fixture()
    expect(await refusal(on, '/kyc/grant')).toBe('404 INVALID_GRANT')
    expect(await refusal(on, '/kyc/grant/%zz')).toBe('400 INVALID_GRANT')
    expect(await refusal(on, '/kyc/data')).toBe('404 INVALID_GRANT')
    expect(await refusal(on, '/kyc/grant/7001/submit')).toBe('404 INVALID_GRANT')
  })

  test('malformed HTTP and bugs are also refused with one of the ten codes', async () => {
    const bugs: unknown[] = []
    const newRequest = () => {
      throw new Error('secret at /path')
    }
    const on = fixture({ policies: { newRequest }, ports: { reportBug: bug => bugs.push(bug) } })
    expect(await refusal(on, grantUrl())).toBe('500 INVALID_GRANT')
    expect(bugs.length).toBe(1)
    const { port } = new URL(await on.server.listen({ host: '127.0.0.1', port: 0 }))
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('hello\r\n\r\n'))
      socket.setEncoding('utf8').on('data', resolve).on('error', reject)
    })
    await on.server.close()
    expect(violations('kyc-error', JSON.parse(answer.split('\r\n\r\n')[1] ?? ''))).toEqual([])
  })
})

const corpus = 'corpora/url/callback_payloads.json'

describeCorpus('hostile callback addresses', corpus, () => {
  test('each is refused with its own code, and never redirected to', async () => {
    const on = fixture({ environment: 'production' })
    const payloads = jsonOf<{ payload: string }[]>(corpus)
      .map(({ payload }) => payload)
      .filter(payload => payload !== '' && payload.length < 4000)
    expect(payloads.length).toBeGreaterThan(50)
    for (const callback_url of payloads) {
      const code = await refusal(on, grantUrl({ callback_url }))
      expect([callback_url, code]).toEqual([callback_url, '400 INVALID_CALLBACK_URL'])
    }
  })
})
