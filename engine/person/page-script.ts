/**
 * The script of the page of a person: asks every second what there is to do, adds and removes tasks without touching the
 * others, so that nothing that is being typed is lost, and counts down the minutes. One answer that does not come is no end
 * of the run: a browser gives up what is under way whenever its network changes.
 */
export const script = `
const find = id => document.getElementById(id)
let version = ''
let failures = 0
const update = text => {
  const fresh = new DOMParser().parseFromString(text, 'text/html')
  for (const task of [...find('tasks').children]) if (!fresh.getElementById(task.id)) task.remove()
  for (const task of fresh.querySelectorAll('#tasks > li')) if (!find(task.id)) find('tasks').append(document.adoptNode(task))
  find('status').textContent = fresh.getElementById('status').textContent
}
const look = async () => {
  const state = await (await fetch('state')).json()
  failures = 0
  if (state.version !== version) {
    update(await (await fetch('tasks')).text())
    version = state.version
  }
  const left = Math.ceil(state.left / 60)
  const words = left + (left === 1 ? ' minute' : ' minutes')
  if (find('clock').textContent !== words) find('clock').textContent = words
}
const timer = setInterval(() => look().catch(() => {
  failures += 1
  if (failures < 3) return
  clearInterval(timer)
  find('tasks').replaceChildren()
  find('status').textContent = 'The run has ended. You can close this page.'
}), 1000)
`
