import {readFileSync} from 'node:fs';
import {systemClock} from '../../src/lib/time/clock.ts';
import {openDemo} from '../../src/demo/index.ts';

/*
 * A separate process with a thousand servers: lists them, queries a hundred, and prints its peak memory in
 * MiB.
 */
const demo = await openDemo({clock: systemClock, servers: 1000});
const headers = {'Application-Token': demo.credentials.token};
const call = async (path: string, body?: object) => {
	const init = {headers, ...(body && {method: 'POST', body: JSON.stringify(body)})};
	const answer = await demo.fetch(new Request(`http://demo${path}`, init));
	if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
	return answer.text();
};
const list = () => call(`/server/by-team/${demo.teamId}`);
const servers = JSON.parse(await list()) as {id: string}[];
const sampled = servers.slice(-100);
await Promise.all(
	sampled.map(({id}) => call(`/server/${id}/rcon?await=true&timeoutMs=60000`, {command: 'status'})),
);
for (let poll = 0; poll < 50; poll++) await list();
// `maxRSS` of `process.resourceUsage` counts the memory of the parent at its fork too.
const [, peakKiB] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
process.stdout.write(String(Math.round(Number(peakKiB) / 1024)));
await demo.close();
