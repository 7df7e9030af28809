import { expect, test } from 'vitest'
import type { Submission } from '../../harness/submission.ts'
import { parse } from '../reading/parse.ts'
import { formSubmission } from './forms.ts'
import { addressOf, bodyOf } from './submission.ts'

const submissionOf = (html: string): Submission => {
  const { $ } = parse({ text: html })
  const [submitter] = $('button').toArray()
  const submission =
    submitter && formSubmission({ $, url: 'https://pay.example/checkout/s1?x=1' }, { submitter, chosen: [] })
  if (submission === undefined) throw new Error('the form has no submission')
  return submission
}

test('a multipart body has the bytes that a browser sends', async () => {
  const submission = submissionOf(
    '<form method=post enctype=multipart/form-data><textarea name=t>a\nb\r</textarea><input name="q&quot;ü" value="é ☃"><button name=go value=1>Pay</button></form>',
  )
  const { body = '', contentType = '' } = (await bodyOf(submission)) ?? {}
  const [, boundary] = /^multipart\/form-data; boundary=(\S+)$/.exec(contentType) ?? []
  expect(body).toBe(
    [
      `--${boundary}\r\nContent-Disposition: form-data; name="t"\r\n\r\na\r\nb\r\n\r\n`,
      `--${boundary}\r\nContent-Disposition: form-data; name="q%22ü"\r\n\r\né ☃\r\n`,
      `--${boundary}\r\nContent-Disposition: form-data; name="go"\r\n\r\n1\r\n`,
      `--${boundary}--\r\n`,
    ].join(''),
  )
})

test('a POST carries its fields in the body, a GET in the query', async () => {
  const fields = '<input name=a value="1 &amp; ü"><button name=go value=1>Pay</button></form>'
  const post = submissionOf(`<form method=post>${fields}`)
  expect(addressOf(post)).toBe('https://pay.example/checkout/s1?x=1')
  expect(await bodyOf(post)).toEqual({
    body: 'a=1+%26+%C3%BC&go=1',
    contentType: 'application/x-www-form-urlencoded',
  })
  const get = submissionOf(`<form>${fields}`)
  expect(addressOf(get)).toBe('https://pay.example/checkout/s1?a=1+%26+%C3%BC&go=1')
  expect(await bodyOf(get)).toBeUndefined()
})

test('text that a page puts into a field refers to no variable or file', async () => {
  const submission = submissionOf(
    '<form method=post><input name=a value="env:PATH"><input name=b value="file:/etc/passwd"><button>Pay</button></form>',
  )
  expect(submission.fields).toEqual([
    ['a', 'env:PATH'],
    ['b', 'file:/etc/passwd'],
  ])
})

test('a hidden field for the encoding names it', () => {
  const submission = submissionOf('<form method=post><input type=hidden name=_charset_><button>Pay</button></form>')
  expect(submission.fields).toEqual([['_charset_', 'UTF-8']])
})
