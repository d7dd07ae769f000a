import type {ServerResponse} from 'node:http';

/** `reset-late`: the service has done what was asked, but its answer is lost. `cut`: half of an answer. */
export const faultNames = ['reset', 'reset-late', 'hang', 'cut', '429', '500', '502', '503'] as const;
export type FaultName = (typeof faultNames)[number];

/** How long a request hangs before its connection ends, ms. */
const hangMs = 20_000;

/**
Answers a request badly once it is `received`, or returns false. `act` does what was asked.
*/
export function answerBadly(
	fault: FaultName,
	response: ServerResponse,
	received: Promise<unknown>,
	act: () => Promise<{status: number; body?: unknown}>,
): boolean {
	// Half of the requests get through.
	if (Math.random() < 0.5) return false;
	const reset = () => void response.socket?.destroy();
	switch (fault) {
		case 'reset':
			void received.then(reset);
			break;
		case 'reset-late':
			void act().then(reset);
			break;
		case 'hang':
			setTimeout(reset, hangMs).unref();
			break;
		case 'cut':
			void act().then(({status, body}) => {
				const content = JSON.stringify(body ?? {});
				response.writeHead(status, {
					'Content-Type': 'application/json',
					'Content-Length': content.length + 1,
				});
				response.write(content.slice(0, content.length / 2), reset);
			});
			break;
		case '429':
			response.writeHead(429, {'Retry-After': '2'}).end();
			break;
		case '502':
			response.writeHead(502, {'Content-Type': 'text/html'}).end('<html><h1>502 Bad Gateway</h1></html>');
			break;
		default:
			response.writeHead(Number(fault)).end();
	}
	return true;
}
