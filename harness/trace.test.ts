import { describe, expect, test } from 'vitest'
import type { RecordedRequest } from './counterpart.ts'
import { responseWith } from './http/response.test.fixture.ts'
import type { HttpResponse } from './http/response.ts'
import { addReceived, addSent, addUntried, failedRequest, hold, markControl, newTrace } from './trace.ts'

test('an unchecked part is kept once, and their number is limited', () => {
  const trace = newTrace()
  addUntried(trace, 'a')
  addUntried(trace, 'a')
  expect(trace.untried).toEqual(['a'])
  for (let part = 0; part < 1_000; part += 1) addUntried(trace, String(part))
  expect(trace.untried).toHaveLength(20)
})

const response = (exchange: string, changes: Partial<HttpResponse> = {}): HttpResponse =>
  responseWith({ exchange, method: 'GET', url: 'http://h:1/a', ...changes })

describe('the request at which a check failed', () => {
  const origin = 'http://h:1'

  test('is the one that the failure names', () => {
    const trace = newTrace()
    addSent(trace, response('1', { method: 'POST', url: 'http://h:1/api/pay?x=1' }), origin)
    addSent(trace, response('2'), origin)
    expect(failedRequest(trace, '1')).toEqual({ where: 'POST /api/pay?x=1', exchange: '1' })
  })

  test('is otherwise the last that is not a control, even if a control follows', () => {
    const trace = newTrace()
    for (const id of ['1', '2', '3']) addSent(trace, response(id), origin)
    markControl(trace, '1')
    markControl(trace, '3')
    expect(failedRequest(trace)?.exchange).toBe('2')
    markControl(trace, '2')
    expect(failedRequest(trace)?.exchange).toBe('3')
  })

  test('is the beginning of a chain of redirects', () => {
    const trace = newTrace()
    const redirect = (to: string) => ({ status: 303, headers: [['location', to]] as [string, string][] })
    addSent(trace, response('1', { url: 'http://h:1/page' }), origin)
    addSent(trace, response('2', { method: 'POST', url: 'http://h:1/submit', ...redirect('/wait') }), origin)
    addSent(trace, response('3', { url: 'http://h:1/wait', ...redirect('http://h:1/end') }), origin)
    addSent(trace, response('4', { url: 'http://h:1/end' }), origin)
    expect(failedRequest(trace)).toEqual({ where: 'POST /submit', exchange: '2' })
    expect(failedRequest(trace, '4')?.exchange).toBe('2')
  })

  test('may be one that the target sent, or one to another address', () => {
    const trace = newTrace()
    addSent(trace, response('1', { url: 'http://other:2/b' }), origin)
    expect(failedRequest(trace)?.where).toBe('GET http://other:2/b')
    const notification = { method: 'POST', path: '/2001/transfer/webhook' } as RecordedRequest
    addReceived(trace, 'r1', notification)
    expect(failedRequest(trace)?.where).toBe('received: POST /2001/transfer/webhook')
  })

  test('is absent before the first request', () => {
    expect(failedRequest(newTrace())).toBeUndefined()
  })
})

test('nothing is opened after the check has ended', () => {
  const trace = newTrace()
  const held = { look: async () => undefined, close: async () => undefined }
  hold(trace, held)
  expect(trace.held).toEqual([held])
  trace.hasEnded = true
  expect(() => hold(trace, held)).toThrow('the check has ended')
})
