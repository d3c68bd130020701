#!/usr/bin/env bash
# Expected: what a library writes into an iCalendar file another one reads as it was: names, titles, categories.
# A name in a parameter stands in quotes, which cannot contain a quote (RFC 5545, 3.1); RFC 6868 writes ^' for one. ics writes \" there, so that of Robert "Bob"
# Smith, who takes part in an event, ical.js reads a part of the name, and node-ical does not know him at all; of a name that is written right it shows the
# marks. ics does not escape commas in categories: one becomes two. node-ical reads \\n, the letter n after a backslash, as a line break after one, so that
# C:\new and \nabla are divided, and ends a name in quotes at a semicolon. ical.js writes and reads all of it as the standards have it, ical-generator writes it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ics@3.12.0 ical-generator@11.1.2 ical.js@2.2.1 node-ical@0.27.2 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import ICAL from 'ical.js'
import icalGenerator from 'ical-generator'
import { createEvent } from 'ics'
import nodeIcal from 'node-ical'
for (const name of ['ics', 'ical-generator', 'ical.js', 'node-ical'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const read = calendar => {
  const event = new ICAL.Component(ICAL.parse(calendar)).getFirstSubcomponent('vevent')
  const other = Object.values(nodeIcal.sync.parseICS(calendar)).find(({ type }) => type === 'VEVENT')
  return {
    names: [event.getFirstProperty('attendee')?.getParameter('cn'), other.attendee?.params.CN],
    titles: [event.getFirstPropertyValue('summary'), other.summary],
    categories: [event.getFirstProperty('categories')?.getValues(), other.categories],
  }
}
const attendees = [{ name: 'Robert "Bob" Smith', email: 'bob@a.example' }]
const title = 'Nabla: \\nabla'
const categories = ['Food, drink', 'Music']
const day = [2024, 5, 1]
const generated = icalGenerator()
generated.createEvent({ allDay: true, start: new Date('2024-05-01'), summary: title, attendees, categories: categories.map(name => ({ name })) })
const calendar = new ICAL.Component('vcalendar')
const written = new ICAL.Component('vevent', calendar)
calendar.addSubcomponent(written)
written.addPropertyWithValue('summary', title)
written.addProperty(new ICAL.Property('categories')).setValues(categories)
const attendee = new ICAL.Property('attendee')
attendee.setValue('mailto:bob@a.example')
attendee.setParameter('cn', attendees[0].name)
written.addProperty(attendee)
const seen = {
  ics: read(createEvent({ start: day, duration: { days: 1 }, title, attendees, categories }).value),
  'ical-generator': read(generated.toString()),
  'ical.js': read(calendar.toString()),
}
console.log('read by ical.js and by node-ical:')
console.dir(seen, { depth: null })
const titles = [title, 'Nabla: \\\nabla']
const apart = [categories, categories]
assert.deepEqual(seen, {
  ics: { names: ['Robert \\', undefined], titles, categories: [['Food', ' drink', 'Music'], ['Food', 'drink', 'Music']] },
  'ical-generator': { names: [attendees[0].name, "Robert ^'Bob^' Smith"], titles, categories: apart },
  'ical.js': { names: [attendees[0].name, "Robert ^'Bob^' Smith"], titles, categories: apart },
})
const [head, end] = [['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//a//b//EN', 'BEGIN:VEVENT', 'UID:1'], ['END:VEVENT', 'END:VCALENDAR', '']]
const { names } = read([...head, 'ATTENDEE;CN="Smith; Bob":mailto:bob@a.example', ...end].join('\r\n'))
console.log('a name with a semicolon:', names)
assert.deepEqual(names, ['Smith; Bob', '"Smith'])
PROBE
node probe.mjs
