import type {Fleet} from '../../src/demo/fleet.ts';
import type {Between} from './service-of-app.ts';

/** Pseudorandom numbers between 0 and 1 from a seed. (mulberry32) */
export function seeded(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/**
Texts that act on terminals (titles, clipboards, links, resets, reports, overwriting and bidi controls), on shells, as an
option, as a path, in a spreadsheet and in a page.
*/
const pieces = [
	'\x1b]0;owned\x07',
	'\x1b]52;c;cm0gLXJm\x1b\\',
	'\x1b]8;;http://evil.example\x1b\\click',
	'\x1b[2J\x1b[H',
	'\x1b[6n',
	'\x1b[?1049l',
	'\x1bc',
	'\x1bP1$r0m\x1b\\',
	'\x1b_apc\x1b\\',
	'\x9b31m',
	'\x90q\x9c',
	'\x9d0;c1\x9c',
	'\r\nforged line',
	'over\rwritten',
	'\b\b\b',
	'\x07',
	'\x0e\x0f\x05',
	'\0',
	'\x7f',
	'\u202eevil\u202c',
	'\u2066\u2069\u200e\u200f\u061c',
	'ze\u200bro\ufeff\u2060',
	'\u{e0001}\u{e0041}\u{e007f}',
	'\ud83d',
	'\udc4d',
	'\u2028\u2029',
	'👨‍👩‍👧‍👦',
	'e\u0301\u0301\u0301\u0301',
	'雪豹',
	'\t',
	`Z${'\u0300\u0301\u0489'.repeat(60)}`,
	'\u115f\u3164\uffa0\u034f',
	'ทำ กำ',
	'$(touch injected)',
	'`touch injected`',
	'"; touch injected; "',
	"'; touch injected; '",
	' && touch injected | touch injected',
	'--all',
	'../../injected',
	"=cmd|' /C calc'!A0",
	'<img src=x onerror=alert(1)>',
	'[x](javascript:alert(1)) **b** `c` | d',
	'%s%n {0} {server.name} \\',
];

/** A hostile text: random bytes, escape sequences, and sometimes very long. */
export function nastyText(random: () => number): string {
	const length = random() < 0.02 ? 2000 : 1 + Math.floor(random() * 5);
	let text = '';
	for (let at = 0; at < length; at++) {
		const kind = random();
		if (kind < 0.5) text += pieces[Math.floor(random() * pieces.length)] ?? '';
		else if (kind < 0.7) text += String.fromCharCode(Math.floor(random() * 0x100));
		else if (kind < 0.8) text += String.fromCharCode(Math.floor(random() * 0x1_0000));
		else text += 'abc xyz'.slice(0, 1 + Math.floor(random() * 7));
	}
	return text;
}

/** Fields that must stay unchanged, so that the program has something to show. */
const kept = /(^|.)(ids?|Id|Ids|permissions|owner|cron|type|kind)$/;
const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text);
/** Words that the program acts on: usually unchanged. */
const seldom = /^(state|status|gameType)$/;

/** Makes the texts of a value hostile, and adds an unknown field with a hostile name to each record. */
function nastyRecord(value: unknown, random: () => number, name = ''): unknown {
	if (typeof value === 'string') {
		if (kept.test(name) || isMoment(value)) return value;
		const likely = seldom.test(name) ? 0.15 : 0.8;
		return random() < likely ? `${value.slice(0, 6)}${nastyText(random)}` : value;
	}
	if (Array.isArray(value)) return value.map(item => nastyRecord(item, random, name));
	if (typeof value !== 'object' || value === null) return value;
	const fields = Object.entries(value).map(([field, of]): [string, unknown] => [
		field,
		nastyRecord(of, random, field),
	]);
	return Object.fromEntries([...fields, [`\x1b]0;field\x07${nastyText(random)}`, nastyText(random)]]);
}

/** The fleet with hostile names in the service itself, so that the feed contains them, too. */
export function nastyFleet(fleet: Fleet, random: () => number): Fleet {
	const nasty = (name: string) => `${name}${nastyText(random)}`;
	const {team, nodes, servers, automations} = fleet;
	return {
		...fleet,
		team: {...team, name: nasty(team.name)},
		nodes: nodes.map(node => ({...node, name: nasty(node.name)})),
		servers: servers.map(server => ({...server, name: nasty(server.name)})),
		...(automations && {
			automations: automations.map(one => ({...one, name: nasty(one.name), description: nasty('does')})),
		}),
	};
}

/** A service whose responses are all hostile, and which sometimes refuses with a hostile reason. */
export function nastyService(random: () => number, refusals = 0.08): Between {
	return async (request, service) => {
		const {pathname} = new URL(request.url);
		if (pathname !== '/team/my' && random() < refusals) {
			const [key, message] = [`evil.${nastyText(random)}`, nastyText(random)];
			return Response.json({key, message, error: message}, {status: random() < 0.5 ? 409 : 500});
		}
		const response = await service();
		const text = await response.text();
		const {status} = response;
		if (!text.startsWith('{') && !text.startsWith('[')) {
			return new Response(status === 204 ? null : text, {status, headers: response.headers});
		}
		return Response.json(nastyRecord(JSON.parse(text), random), {status});
	};
}

/**
Sequences that our own painter writes: cursor moves, erasing, styles, scroll regions, the modes of a full screen, and the
kitty keyboard protocol: its flags on and off, and the query for them; plain letters, and no insertion.
*/
const ours =
	/\x1b\[(?:\d*(?:;\d+)*[ABCDEFGHJKLMPSTXdefmr@`]|\?(?:25|7|1000|1004|1006|1049|2004|2026)[hl]|>31u|<u|\?u|4l)|\x1b[()]B|\x1bM|[\r\n\b]|\x1b\]52;c;[A-Za-z0-9+/=]*\x07/g;
const actsOnTerminals =
	/[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u200b\u2028\u2029\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/u;

/** Returns what the bytes contain besides plain text and our own sequences; undefined if nothing. */
export function harmIn(bytes: string): string | undefined {
	const rest = bytes.replaceAll(ours, '');
	const found = actsOnTerminals.exec(rest);
	if (!found) return undefined;
	return JSON.stringify(rest.slice(Math.max(0, found.index - 60), found.index + 20));
}

/** Progress, which clears itself. */
const progress = /\r[^\r\x1b]*\x1b\[K/g;

/** Like `harmIn` for what a command printed on a terminal. It never moves the cursor back over what it printed. */
export function harmOnTerminal(shown: string): string | undefined {
	// The end may be read between the two characters of a line break.
	const plain = shown
		.replaceAll(/\r+(?:\n|$)/g, '\n')
		.replaceAll(progress, '')
		.replaceAll('\t', ' ');
	const back = /[\r\x08]|\x1b\[[^m]*[^m\d;]/.exec(plain);
	return (
		harmIn(plain) ??
		(back ? `moves the cursor: ${JSON.stringify(plain.slice(0, back.index + 5).slice(-60))}` : undefined)
	);
}
