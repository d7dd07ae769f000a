import {codeOf} from '../../lib/net/connection-problem.ts';
import {Unavailable, UsageError} from '../../lib/errors.ts';
import {brokerMessages as messages} from '../../messages/service.ts';
import type {Bus} from '../bus.ts';
import {openBrokerBus, type BrokerBusOptions} from './broker-bus.ts';
import {connectRabbit} from './connect.ts';

/** The broker refused the login, the virtual host or a permission, or speaks something else. */
const isWrong = /^(?:Handshake terminated by server|SASL mechanism|Expected |Operation failed)/;
/** The broker has another certificate, or no TLS. */
const untrusted = /^(?:DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|CERT_|ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO)/;

/**
Opens the bus of an instance on RabbitMQ. Throws `UsageError` for a wrong setting, and `Unavailable` if the broker may be there
later.
*/
export async function openRabbitBus(url: string, options: Omit<BrokerBusOptions, 'connect'>): Promise<Bus> {
	try {
		return await openBrokerBus({...options, connect: connection => connectRabbit(url, connection)});
	} catch (error) {
		const code = codeOf(error);
		const text = error instanceof Error && error.message !== '' ? error.message : code;
		const Problem = isWrong.test(text) || untrusted.test(code) ? UsageError : Unavailable;
		throw new Problem(messages.cannotOpen(text), {cause: error});
	}
}
