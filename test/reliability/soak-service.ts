/** The process of `openSoakService`: a demo with its load and its faults. */
import type {FeedSocket} from '../../src/contract/socket.ts';
import {openDemo} from '../../src/demo/index.ts';
import {collectGarbage} from '../helpers/collect-garbage.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {createRandom} from '../helpers/random.ts';
import {chooseFault, clearFaults} from './soak-faults.ts';
import {fillMs} from './soak-fill.ts';
import type {FromService, SoakServiceOptions, Step, Stepped, ToService} from './soak-link.ts';
import {openLoad} from './soak-load.ts';

/** Once the consoles are full, every so often a fault begins, ends, or nothing happens, ms. */
const faultMs = 5000;

const options = JSON.parse(process.argv[2] ?? '') as SoakServiceOptions;
const random = createRandom(options.seed);
const clock = manualClock();
const bugs: string[] = [];
const demo = await openDemo({
	clock,
	random: random.next,
	servers: options.servers,
	hasColleague: true,
	hasNodeOutages: true,
	onBug: bug => bugs.push(String(bug)),
});
await clock.advance(options.playedMs);
const ids = demo.context.store.servers.all().map(({id}) => id);
const load = openLoad(demo, options.perSecond);
const sockets = new Map<number, FeedSocket>();
let received: FromService[] = [];
let [at, faults] = [0, 0];

async function advance(ms: number): Promise<void> {
	at += ms;
	load.publish(at);
	if (at > fillMs(options) && at % faultMs < ms && chooseFault(demo, random, ids)) faults++;
	await clock.advance(ms);
}

async function answer({
	id,
	method,
	url,
	headers,
	body,
}: Extract<ToService, {kind: 'request'}>): Promise<void> {
	const response = await demo.fetch(new Request(url, {method, headers, ...(body && {body})}));
	const bytes = new Uint8Array(await response.arrayBuffer());
	received.push({id, kind: 'answer', status: response.status, headers: [...response.headers], body: bytes});
}

function dial(id: number, headers: Record<string, string>): void {
	const handlers: Pick<FeedSocket, 'onopen' | 'onmessage' | 'onerror' | 'onclose'> = {
		onopen: () => received.push({id, kind: 'open'}),
		onmessage: ({data}) => received.push({id, kind: 'message', data}),
		onerror: ({message}) => received.push({id, kind: 'error', message}),
		onclose: event => {
			sockets.delete(id);
			received.push({id, kind: 'closed', event});
		},
	};
	sockets.set(id, Object.assign(demo.openSocket(headers), handlers));
}

function take(sent: ToService): void {
	const socket = sockets.get(sent.id);
	if (sent.kind === 'request') void answer(sent);
	else if (sent.kind === 'dial') dial(sent.id, sent.headers);
	else if (sent.kind === 'send') socket?.send(sent.data);
	else socket?.[sent.kind]();
}

async function handle({ms, sent, isMeasured}: Step): Promise<void> {
	for (const one of sent) take(one);
	if (ms === undefined) {
		clearFaults(demo, ids);
		await demo.close();
	} else if (ms > 0) await advance(ms);
	if (isMeasured) collectGarbage();
	const heapMb = isMeasured ? process.memoryUsage().heapUsed / 1e6 : undefined;
	const stepped: Stepped = {received, messages: load.sent(), faults, bugs, heapMb};
	process.send?.(stepped);
	received = [];
}

process.on('message', (step: Step) => void handle(step));
process.once('disconnect', () => process.exit());
process.send?.(demo.credentials.token);
