import {systemClock} from '../../src/lib/clock.ts';
import {openSandbox} from '../../src/sandbox/index.ts';
import {smallFleet} from './small-fleet.ts';

/*
A process of its own: creates servers, and renames each, as fast as it can; prints `id name` for what was accepted.
`killed.test.ts` ends it.
*/
const {team} = smallFleet;
const fleet = {...smallFleet, team: {...team, limits: {...team.limits, maxServers: 100_000}}};
const sandbox = await openSandbox({clock: systemClock, data: process.argv[2] ?? ':memory:', fleet});
const post = (path: string, body: object) =>
	sandbox.fetch(
		new Request(`http://sandbox${path}`, {
			method: 'POST',
			headers: {'Application-Token': sandbox.credentials.token},
			body: JSON.stringify(body),
		}),
	);
for (let number = 0; ; number++) {
	const name = `${process.pid}-${number}`;
	const created = await post('/server/create', {nodeId: 'node', name, gameType: 'CS2', map: 'de_nuke'});
	// The service's own answer.
	const {id} = (await created.json()) as {id: string};
	process.stdout.write(`${id} ${name}\n`);
	const renamed = await post(`/server/${id}/change-display-name`, {displayName: `${name}-renamed`});
	if (renamed.ok) process.stdout.write(`${id} ${name}-renamed\n`);
	await new Promise(resolve => setImmediate(resolve));
}
