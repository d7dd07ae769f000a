import {connectSource} from '../../../../src/service/console/source.ts';
import {conformance} from '../conformance.ts';
import {openSourceServer, sourceGames, type SourceGame} from '../servers/source-server.ts';

/** Both ends are in one process, so packets in transit arrive soon. */
const patience = {shortMs: 2, emptyMs: 2, fullMs: 30};
const serverOf = (game: SourceGame) => (behavior: Parameters<typeof openSourceServer>[0]) =>
	openSourceServer(behavior, game);

conformance('Source RCON', openSourceServer, connectSource(), {isStream: true});
conformance(
	"Minecraft's RCON",
	serverOf(sourceGames.minecraft),
	connectSource({marker: 'answered-as-command', maxCommandBytes: 1446}),
	{isStream: true},
);
conformance(
	"ARK's RCON",
	serverOf(sourceGames.ark),
	connectSource({marker: 'ignored', keepAlives: ['Keep Alive']}, patience),
	{isStream: true},
);
conformance(
	"Palworld's RCON",
	serverOf(sourceGames.palworld),
	connectSource({marker: 'ignored', wrongIds: true}, patience),
	// Wrong sizes can only be corrected while packets arrive as they were sent.
	{isStream: false},
);
conformance(
	"Squad's RCON",
	serverOf(sourceGames.squad),
	connectSource({marker: 'breaks-stream', events: {1: 'chat'}}),
	{isStream: true, isStreaming: true},
);
conformance(
	"Rust's RCON before WebRCON",
	serverOf(sourceGames.rustLegacy),
	connectSource({marker: 'ignored', events: {4: 'output'}}, patience),
	{isStream: true, isStreaming: true},
);
