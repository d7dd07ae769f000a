import {gameQueryMessages} from '../../messages/service-servers.ts';
import {ConsoleError} from '../console/console-error.ts';
import {countdown} from '../console/mailbox.ts';
import {openUdpLink} from '../console/udp-link.ts';

type Question<Answer> = {
	host: string;
	port: number;
	timeoutMs: number;
	signal?: AbortSignal | undefined;
	request: Buffer;
	/**
	Gets each datagram. Returns the answer, the next request, or undefined to wait for more. Throws `ConsoleError`
	`malformed`.
	*/
	read: (datagram: Buffer) => {answer: Answer} | {request: Buffer} | undefined;
};

/** Asks over UDP. Rejects with `ConsoleError` `refused`, `timeout` or `malformed`, or with the reason of `signal`. */
export async function askUdp<Answer>(question: Question<Answer>): Promise<Answer> {
	const {host, port, timeoutMs, signal, request, read} = question;
	const leftMs = countdown(timeoutMs);
	const link = await openUdpLink({host, port, timeoutMs, signal, decode: datagram => datagram});
	try {
		link.send(request);
		for (;;) {
			const got = await link.read({leftMs: leftMs(), signal});
			if (got === 'quiet' || got === 'late') throw new ConsoleError('timeout', gameQueryMessages.noAnswer);
			if (got === 'closed') {
				const cause = link.ending()?.cause;
				throw new ConsoleError('refused', gameQueryMessages.nobodyThere(host, port), cause && {cause});
			}
			const next = read(got.message);
			if (next && 'answer' in next) return next.answer;
			if (next) link.send(next.request);
		}
	} finally {
		link.close();
	}
}
