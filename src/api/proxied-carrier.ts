import type {Dispatcher} from 'undici';
import {openNetwork} from '../lib/dispatcher.ts';
import {receive} from './receive.ts';
import type {Carrier} from './wire.ts';

/**
Sends requests with undici, which knows proxies. Uses the dispatcher instead of undici's fetch, which repeats a POST after
a 421. Throws `NotReached` if the environment is invalid.
*/
export function proxiedCarrier(env: NodeJS.ProcessEnv): Carrier {
	// The caller enforces one deadline for the whole exchange.
	const {dispatcher, explain} = openNetwork(env, {tunnels: false, headersTimeout: 0, bodyTimeout: 0});
	return {
		explain,
		carry: ({url, method, headers, body}, options) =>
			receive(options, receiver => {
				let stop = (_reason: Error) => {};
				const enough = (controller: Dispatcher.DispatchController) => controller.abort(new Error('enough'));
				const handler: Dispatcher.DispatchHandler = {
					onRequestStart: controller => {
						stop = reason => controller.abort(reason);
						// Abort here, so that a request given up while connecting is not sent.
						if (receiver.isAbandoned()) return stop(new Error('abandoned'));
						options.onSent();
					},
					onResponseStart: (controller, status, fields) => {
						const header = (name: string) => [fields[name]].flat().join(', ') || undefined;
						if (status >= 200 && !receiver.start(status, header)) enough(controller);
					},
					onResponseData: (controller, chunk) => {
						if (!receiver.add(chunk)) enough(controller);
					},
					onResponseEnd: receiver.end,
					onResponseError: (_controller, cause) => receiver.fail(cause),
				};
				const path = url.pathname + url.search;
				dispatcher.dispatch({origin: url.origin, path, method, headers, body: body ?? null}, handler);
				return reason => stop(reason);
			}),
	};
}
