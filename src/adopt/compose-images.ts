import type {ConsoleKind} from '../contract/models/own-server.ts';
import type {Protocol} from './compose-values.ts';

/*
Images of game servers with the variables that their documentation names, and the values without them. `image` is the
repository of the image; each was read in the README.md of the repository at GitHub that `source` names.
*/

/** A console of an image. */
type ImageConsole = {
	kind: ConsoleKind;
	/** The variable that turns it on or off, and whether it is on without it; undefined: it is always on. */
	on?: readonly [variable: string, usual: boolean];
	/** The variables with the port, the first that is set, and the port without them. */
	port: readonly [variables: readonly string[], usual: string];
};

export type GameImage = {
	image: readonly string[];
	source: string;
	gameType: string;
	/** In the order of preference. Empty: the game has none. */
	consoles: readonly ImageConsole[];
	/** `usual`: the password of the image, which everybody knows. `file`: the variable with its file, or the file itself. */
	password?: {variable?: string; usual?: string; fileVariable?: string; file?: string};
	/** A variable with the arguments of the game, which are read as variables: `?Name=Value`. */
	args?: string;
	query?: {variable?: string; usual: string; protocol: Protocol};
	/** Without a password of its own, each start has another one. */
	isRandom?: true;
};

export const gameImages: readonly GameImage[] = [
	{
		image: ['itzg/minecraft-server'],
		// The pages Variables and Server Properties of docker-minecraft-server.readthedocs.io.
		source: 'itzg/docker-minecraft-server',
		gameType: 'MINECRAFT',
		consoles: [{kind: 'source', on: ['ENABLE_RCON', true], port: [['RCON_PORT'], '25575']}],
		password: {variable: 'RCON_PASSWORD', fileVariable: 'RCON_PASSWORD_FILE'},
		query: {variable: 'SERVER_PORT', usual: '25565', protocol: 'tcp'},
		isRandom: true,
	},
	{
		image: ['thijsvanloef/palworld-server-docker'],
		source: 'thijsvanloef/palworld-server-docker',
		gameType: 'PALWORLD',
		consoles: [
			{kind: 'http', on: ['REST_API_ENABLED', false], port: [['REST_API_PORT'], '8212']},
			{kind: 'source', on: ['RCON_ENABLED', true], port: [['RCON_PORT'], '25575']},
		],
		password: {variable: 'ADMIN_PASSWORD'},
	},
	{
		image: ['jammsen/palworld-dedicated-server'],
		// Its `default.env`.
		source: 'jammsen/docker-palworld-dedicated-server',
		gameType: 'PALWORLD',
		consoles: [
			{kind: 'http', on: ['RESTAPI_ENABLED', false], port: [['RESTAPI_PORT'], '8212']},
			{kind: 'source', on: ['RCON_ENABLED', true], port: [['RCON_PORT'], '25575']},
		],
		password: {variable: 'ADMIN_PASSWORD'},
	},
	{
		image: ['hermsi/ark-server', 'hermsi1337/ark-server'],
		source: 'Hermsi1337/docker-ark-server',
		gameType: 'ARK_EVOLVED',
		consoles: [{kind: 'source', port: [['RCON_PORT'], '27020']}],
		password: {variable: 'ADMIN_PASSWORD', usual: 'Th155houldD3f1n3tlyB3Chang3d'},
		query: {variable: 'SERVER_LIST_PORT', usual: '27015', protocol: 'udp'},
	},
	{
		image: ['acekorneya/asa_server'],
		source: 'Acekorneya/Ark-Survival-Ascended-Server',
		gameType: 'ARK_ASCENDED',
		consoles: [{kind: 'source', on: ['RCON_ENABLED', true], port: [['RCON_PORT'], '27020']}],
		password: {variable: 'SERVER_ADMIN_PASSWORD', usual: 'MyPassword'},
	},
	{
		image: ['mschnitzer/asa-linux-server'],
		source: 'mschnitzer/ark-survival-ascended-linux-container-image',
		gameType: 'ARK_ASCENDED',
		consoles: [{kind: 'source', on: ['RCONEnabled', false], port: [['RCONPort'], '27020']}],
		password: {variable: 'ServerAdminPassword'},
		args: 'ASA_START_PARAMS',
	},
	{
		image: ['didstopia/rust-server'],
		source: 'Didstopia/rust-server',
		gameType: 'RUST',
		consoles: [
			{kind: 'web-rcon', on: ['RUST_RCON_WEB', true], port: [['RUST_RCON_PORT'], '28016']},
			{kind: 'source', port: [['RUST_RCON_PORT'], '28016']},
		],
		password: {variable: 'RUST_RCON_PASSWORD', usual: 'docker'},
	},
	{
		image: ['joedwards32/cs2'],
		source: 'joedwards32/CS2',
		gameType: 'CS2',
		consoles: [{kind: 'source', port: [['CS2_RCON_PORT', 'CS2_PORT'], '27015']}],
		password: {variable: 'CS2_RCONPW', usual: 'changeme'},
		query: {variable: 'CS2_PORT', usual: '27015', protocol: 'udp'},
	},
	{
		image: ['factoriotools/factorio', 'dtandersen/factorio'],
		source: 'factoriotools/factorio-docker',
		gameType: 'FACTORIO',
		consoles: [{kind: 'source', port: [['RCON_PORT'], '27015']}],
		password: {file: '/factorio/config/rconpw'},
	},
	{
		image: ['renegademaster/zomboid-dedicated-server'],
		// Its `docker-compose.yaml`.
		source: 'Renegade-Master/zomboid-dedicated-server',
		gameType: 'PROJECT_ZOMBOID',
		consoles: [{kind: 'source', port: [['RCON_PORT'], '27015']}],
		password: {variable: 'RCON_PASSWORD'},
	},
	{
		image: ['alinmear/docker-conanexiles'],
		// https://pastebin.com/S57wb6PM: a variable for each setting, with the names of the file and the section.
		source: 'alinmear/docker-conanexiles',
		gameType: 'CONAN_EXILES',
		consoles: [
			{
				kind: 'source',
				on: ['CONANEXILES_Game_RconPlugin_RconEnabled', false],
				port: [['CONANEXILES_Game_RconPlugin_RconPort'], '25575'],
			},
		],
		password: {variable: 'CONANEXILES_Game_RconPlugin_RconPassword'},
	},
	{
		image: ['lloesche/valheim-server'],
		source: 'lloesche/valheim-server-docker',
		gameType: 'VALHEIM',
		consoles: [],
	},
	{
		image: ['mbround18/valheim'],
		source: 'mbround18/valheim-docker',
		gameType: 'VALHEIM',
		consoles: [],
	},
];

/** An image of itzg/docker-minecraft-bedrock-server, whose game has no RCON. */
export const bedrockImage = 'itzg/minecraft-bedrock-server';

/** Returns the name of an image without its registry, tag and digest: `ghcr.io/itzg/minecraft-server:java21` is `itzg/minecraft-server`. */
export const repositoryOf = (image: string): string =>
	image
		.replace(/[@].*$/, '')
		.replace(/:[^/]*$/, '')
		.split('/')
		.slice(-2)
		.join('/')
		.toLowerCase();
