/**
 * The script of the person's page: polls the tasks every second, adds and removes them without touching the others, so that no input is
 * lost, and counts down the minutes. Answers are sent without leaving the page, since the run, and the server with it, may end with the
 * last one. A single missing response does not mean that the run has ended: browsers abort their requests whenever the network changes.
 */
export const script = `
const find = id => document.getElementById(id)
let version = ''
let failures = 0
const read = async answer => new DOMParser().parseFromString(await answer.text(), 'text/html')
const update = fresh => {
  for (const task of [...find('tasks').children]) if (!fresh.getElementById(task.id)) task.remove()
  for (const task of fresh.querySelectorAll('#tasks > li')) if (!find(task.id)) find('tasks').append(document.adoptNode(task))
  find('status').textContent = fresh.getElementById('status').textContent
}
const look = async () => {
  const state = await (await fetch('state')).json()
  failures = 0
  if (state.version !== version) {
    update(await read(await fetch('tasks')))
    version = state.version
  }
  const left = Math.ceil(state.left / 60)
  const words = left + (left === 1 ? ' minute' : ' minutes')
  if (find('clock').textContent !== words) find('clock').textContent = words
}
const send = async form => {
  const entered = new FormData(form)
  const fresh = await read(await fetch(form.action, { method: 'POST', body: new URLSearchParams(entered) }))
  update(fresh)
  const again = fresh.getElementById('task-' + entered.get('task'))
  if (!again?.querySelector('.wrong')) return
  find(again.id).replaceWith(document.adoptNode(again))
  const address = again.querySelector('[name=address]')
  address.value = entered.get('address')
  address.focus()
}
find('tasks').addEventListener('submit', event => {
  event.preventDefault()
  send(event.target).catch(() => undefined)
})
const timer = setInterval(() => look().catch(() => {
  failures += 1
  if (failures < 3) return
  clearInterval(timer)
  find('tasks').replaceChildren()
  find('status').textContent = 'The run has ended. You can close this page.'
}), 1000)
`
