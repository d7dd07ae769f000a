import type {Behavior, GameServer} from '../conformance.ts';
import {createMessageDecoder, encodeMessage, xor} from '../../../../src/service/console/hll.ts';
import {openTcpServer} from './tcp-server.ts';

type Request = {authToken: string; version: number; name: string; contentBody: string};

type HllBehavior = Omit<Behavior, 'answer'> & {
	answer: (command: string) => ReturnType<Behavior['answer']>;
	/** The status of the answer to a command (default 200). */
	statusOf?: (command: string) => number;
};

/** RCON of Hell Let Loose, version 2. A command is the name of the request, and its content after a space. */
export async function openHllServer(
	behavior: HllBehavior,
): Promise<GameServer & {requests: Pick<Request, 'name' | 'contentBody'>[]}> {
	const heard: string[] = [];
	const requests: Pick<Request, 'name' | 'contentBody'>[] = [];
	const key = Buffer.from([0x5a, 0x11, 0xc3, 0x07]);
	const token = 'token-of-this-connection';
	const tcp = await openTcpServer(behavior, client => {
		let isEncoded = false;
		const encode = (id: number, statusCode: number, contentBody: string, name: string) => {
			const statusMessage = statusCode === 200 ? 'OK' : 'Unable to do this';
			const body = Buffer.from(JSON.stringify({statusCode, statusMessage, version: 2, name, contentBody}));
			return encodeMessage({id, body: isEncoded ? xor(body, key) : body});
		};
		const decoder = createMessageDecoder(({id, body}) => {
			const request = JSON.parse((isEncoded ? xor(body, key) : body).toString('utf8')) as Request;
			const {name, contentBody, authToken} = request;
			if (name === 'ServerConnect') {
				client.write(encode(id, 200, key.toString('base64'), name));
				isEncoded = true;
			} else if (name === 'Login') {
				const isRight = contentBody === behavior.password;
				client.write(encode(id, isRight ? 200 : 401, isRight ? token : '', name));
			} else if (authToken === token) {
				const command = contentBody === '' ? name : `${name} ${contentBody}`;
				heard.push(command);
				requests.push({name, contentBody});
				void Promise.resolve(behavior.answer(command)).then(answer =>
					client.answer(encode(id, behavior.statusOf?.(command) ?? 200, answer, name)),
				);
			} else client.write(encode(id, 401, '', name));
		});
		return decoder.push;
	});
	return {...tcp, heard, requests};
}
