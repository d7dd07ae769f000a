import {openMonitor} from '../../src/service/http/monitor.ts';
import {listen} from '../../src/service/http/listen.ts';
import {openService} from '../../src/service/index.ts';
import {openLog} from '../../src/lib/files/log.ts';
import {systemClock} from '../../src/lib/time/clock.ts';

/*
A separate process with a service on a port, which attacks may end. It prints one line of JSON when it listens.
*/
const [, , data = ':memory:'] = process.argv;
const started = performance.now();
const log = openLog({level: 'warn', format: 'json', output: process.stderr, now: Date.now});
const monitor = openMonitor({log, clock: systemClock, version: 'test', certificates: undefined});
const service = await openService({
	clock: systemClock,
	data,
	cutSilentFeeds: true,
	onEvent: monitor.onEvent,
	onBug: bug => {
		process.stderr.write(`${String(bug)}\n`);
	},
});
const {url, feedUrl} = await listen(service, {port: 0, monitor});
const {credentials, teamId} = service;
const startMs = Math.round(performance.now() - started);
process.stdout.write(`${JSON.stringify({url, feedUrl, token: credentials.token, teamId, startMs})}\n`);
process.on('message', () => {
	process.send?.({
		heapMB: Math.round(process.memoryUsage().heapUsed / 1e6),
		rssMB: Math.round(process.memoryUsage().rss / 1e6),
	});
});
