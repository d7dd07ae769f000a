import {StringDecoder} from 'node:string_decoder';
import {
	decodePacket,
	encodeAcknowledgement,
	encodeCommand,
	encodeLogin,
} from '../../../src/service/console/battleye.ts';
import {ConsoleError} from '../../../src/service/console/console-error.ts';
import {isLogOf, isLogOfLogin, kindOf, meaningOf} from '../../../src/service/console/econ.ts';
import {
	createFrameDecoder,
	createLineDecoder,
	type Decoder,
} from '../../../src/service/console/tcp-stream.ts';
import {answerText, statusOf} from '../../../src/service/console/http-command.ts';
import {encodeOutOfBand, printedBytes} from '../../../src/service/console/quake-packet.ts';
import {
	createDecoder,
	createTolerantDecoder,
	encodePacket,
	splitBody,
} from '../../../src/service/console/source-packet.ts';
import {createNegotiation} from '../../../src/service/console/telnet.ts';
import {decodeMessage, encodeMessage, linesOf} from '../../../src/service/console/web-rcon.ts';
import {decodeFrames} from '../../../src/service/power/container.ts';
import {battleyePacket} from '../../service/console/servers/battleye-server.ts';
import {bytesOf, inputOf, pick, promise, textTarget, type Input, type Random, type Target} from './target.ts';

const texts = [
	'',
	'status',
	'a longer answer\nof two lines\n',
	'grüße, プレイヤー, 🦖',
	'x'.repeat(5000),
	'\0\0',
];

/** Everything that a decoder of a stream finds, and the error with which it ends. */
function decodeAll<Message>(input: Input, create: (on: (message: Message) => void) => Decoder) {
	const messages: Message[] = [];
	const decoder = create(message => void messages.push(message));
	try {
		for (const chunk of input) decoder.push(Buffer.from(chunk));
	} catch (error) {
		if (!(error instanceof ConsoleError && error.reason === 'malformed')) throw error;
		return JSON.stringify([...messages, 'malformed']);
	}
	return JSON.stringify(messages);
}

/** A stream decoder finds the same messages however the bytes were split. */
function streamTarget<Message>(
	name: string,
	create: (on: (message: Message) => void) => Decoder,
	sample: (random: Random) => Input,
): Target {
	return {
		name,
		open: () => ({
			sample,
			feed: input => {
				const found = decodeAll(input, create);
				const whole = bytesOf(input);
				promise(decodeAll([whole], create) === found, 'the messages depend on how the bytes were split');
				if (whole.length > 20_000) return;
				const single = Array.from(whole, byte => Buffer.of(byte));
				promise(decodeAll(single, create) === found, 'the messages depend on how the bytes were split');
			},
		}),
	};
}

const packet = (random: Random) =>
	encodePacket(Math.floor(random() * 5) - 1, Math.floor(random() * 5), pick(random, texts));

const sourcePackets: Target = streamTarget(
	'source packets',
	on => createDecoder(({id, type, body}) => on([id, type, body.toString('base64')]), 16 * 1024 * 1024),
	random => Array.from({length: 1 + Math.floor(random() * 4)}, () => packet(random)),
);

/** Packets of games that count wrongly are found only if they are not split, so only errors count. */
const lenientPackets: Target = {
	name: 'source packets with wrong sizes',
	open: () => ({
		sample: random => Array.from({length: 1 + Math.floor(random() * 4)}, () => packet(random)),
		feed: input =>
			void decodeAll(input, on => createTolerantDecoder(({id, body}) => on([id, body.length]), 1024 * 1024)),
	}),
};

const roundTrip: Target = {
	name: 'source bodies',
	open: () => ({
		sample: random => inputOf(pick(random, texts)),
		feed: input => {
			const body = bytesOf(input);
			const pieces = splitBody(body);
			const found: Buffer[] = [];
			const decoder = createDecoder(({body: piece}) => found.push(piece));
			decoder.push(Buffer.concat(pieces.map(piece => encodePacket(7, 0, piece))));
			promise(Buffer.concat(found).equals(body), 'a body does not come back');
		},
	}),
};

const lines: Target = streamTarget(
	'lines',
	on => createLineDecoder(on),
	random => inputOf(`${pick(random, texts)}\r\n`, '[12:00:00][chat]: 0:-2:me: hello\n\0\0', '\r\r\r\n'),
);

const telnet: Target = {
	name: 'telnet bytes',
	open: () => ({
		sample: random => [
			Buffer.of(255, 253, 24, 255, 251, 1, 255, 250, 24, 1, 255, 240),
			Buffer.from(`Please enter password:${pick(random, texts)}`),
		],
		feed: input => {
			const textIn = (chunks: Input) => {
				let replies = 0;
				const negotiate = createNegotiation(() => replies++);
				const found = Buffer.concat(chunks.map(chunk => negotiate(Buffer.from(chunk))));
				promise(replies <= 512, 'one option is refused again and again');
				return found.toString('base64');
			};
			promise(textIn(input) === textIn([bytesOf(input)]), 'the text depends on how the bytes were split');
		},
	}),
};

/** Datagrams. */
const battleye: Target = {
	name: 'battleye packets',
	open: () => ({
		sample: random =>
			pick(random, [
				[encodeLogin('sesame')],
				[encodeCommand(3, pick(random, texts))],
				[encodeAcknowledgement(255)],
				[battleyePacket(Buffer.concat([Buffer.of(1, 9, 0, 3, 1), Buffer.from(pick(random, texts))]))],
				[battleyePacket(Buffer.concat([Buffer.of(2, 200), Buffer.from(pick(random, texts))]))],
			]),
		repair: signBattleye,
		feed: input => {
			for (const datagram of input) {
				const read = decodePacket(Buffer.from(datagram));
				if (read?.type !== 'answer' || !read.part) continue;
				promise(read.part.index < read.part.total, 'a part is beyond the last one');
			}
		},
	}),
};

/** Gives a changed datagram its checksum. */
const signBattleye = (datagram: Uint8Array): Uint8Array => battleyePacket(datagram.subarray(7));

const quake: Target = {
	name: 'quake packets',
	open: () => ({
		sample: random => [
			encodeOutOfBand(`${pick(random, ['print\n', 'n', 'statusResponse\n'])}${pick(random, texts)}`),
		],
		feed: input => {
			for (const datagram of input) {
				const printed = printedBytes(Buffer.from(datagram));
				promise((printed?.length ?? 0) <= datagram.length, 'more is printed than arrived');
			}
		},
	}),
};

const containerLog: Target = {
	name: 'container log',
	open: () => ({
		sample: random => {
			const text = Buffer.from(pick(random, texts));
			const header = Buffer.alloc(8);
			header[0] = 1;
			header.writeUInt32BE(text.length, 4);
			return [header, text, header, text];
		},
		feed: input => promise(decodeFrames(bytesOf(input)).length <= bytesOf(input).length, 'the log grew'),
	}),
};

const webRcon: Target = textTarget(
	'webrcon messages',
	[
		encodeMessage(1002, 'status'),
		'{"Message":"x","Identifier":-1,"Type":"Chat"}',
		JSON.stringify({Message: '{"Username":"Joe","Message":"hi\\nho"}', Identifier: 0, Type: 'Chat'}),
	],
	text => {
		const message = decodeMessage(text);
		for (const line of message ? linesOf(message) : [])
			promise(!/\n/.test(line.text), 'a line has a line break');
	},
	['"Identifier":', '"Message":', '"Type":"Chat"', '1e999'],
);

const httpAnswers: Target = textTarget(
	'http answers',
	[
		'{"status":"200","response":["one","two"]}',
		'{"data":{"commandResult":"done"}}',
		'{"status":"404"}',
		'plain',
	],
	text => {
		answerText(text, 'data.commandResult');
		answerText(text, 'response');
		promise(Number.isInteger(statusOf(200, text)), 'a status is no number');
	},
	['"status":', '"response":', '"__proto__":'],
);

const econLines: Target = textTarget(
	'econ lines',
	[
		'[12:00:00][chat]: 0:-2:nameless tee: hello',
		"[12:00:00][server]: cid=3 cmd='status'",
		'2026-11-22 12:00:00 I chat: hello',
		'[12:00:00][econ]: cid=0 authed',
	],
	text => {
		for (const line of text.split('\n')) {
			meaningOf(line, 'status');
			kindOf(line);
			isLogOf('status', line);
			isLogOfLogin(line);
		}
	},
	['[', ']: ', 'cid=', "cmd='", ' authed'],
);

/** Frames with a length of one byte, to test what all decoders of frames share. */
const frames: Target = streamTarget(
	'frames',
	on =>
		createFrameDecoder(
			bytes => (bytes.length < 1 ? undefined : {start: 1, end: 1 + (bytes[0] ?? 0)}),
			frame => on(new StringDecoder('latin1').write(frame)),
		),
	random => [Buffer.of(3, 1, 2, 3), Buffer.of(0), Buffer.alloc(1 + Math.floor(random() * 200), 200)],
);

export const decoders: readonly Target[] = [
	sourcePackets,
	lenientPackets,
	roundTrip,
	lines,
	telnet,
	battleye,
	quake,
	containerLog,
	webRcon,
	httpAnswers,
	econLines,
	frames,
];
