import {connectBattleye} from '../../../../src/service/console/battleye.ts';
import {conformance} from '../conformance.ts';
import {openBattleyeServer} from '../servers/battleye-server.ts';

conformance('BattlEye RCon', openBattleyeServer, connectBattleye(), {
	isStream: false,
	isStreaming: true,
	// At most 255 parts.
	maxAnswerBytes: 64 * 1024,
});
