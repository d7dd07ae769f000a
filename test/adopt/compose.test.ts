import {expect, test} from 'vitest';
import {type FormatCase, linesOf, read, withWindowsLineEnds} from './reading.ts';

const cases: readonly FormatCase[] = [
	[
		'Compose with values that must be set',
		{
			'compose.yaml':
				'services:\n  a: {image: itzg/minecraft-server, environment: {RCON_PASSWORD: "${A:?set it}"}, ports: ["${P:+25575}:25575"]}\n  b: {image: itzg/minecraft-server, environment: {RCON_PASSWORD: "${B:?set it}"}, ports: ["25576:25575"]}\n',
			'.env': 'B=from-env\nP=yes\n',
		},
		['a MINECRAFT source 127.0.0.1:25575 env=A', 'b MINECRAFT source 127.0.0.1:25576 text=from-env'],
	],
	[
		'Compose with services whose image is not known',
		{
			'compose.yaml':
				'services:\n  pz: {build: ., environment: ["RCON_PORT=27015", "RCON_PASSWORD=x"]}\n  web: {image: itzg/rcon, environment: {RWA_RCON_PASSWORD: x}}\n  db: {image: mysql, environment: [MYSQL_ROOT_PASSWORD=x]}\n',
		},
		[
			'skip pz: it has RCON, but its image is unknown: add it with `rcondeck add`',
			'skip web: it has RCON, but its image is unknown: add it with `rcondeck add`',
		],
	],
	[
		'Compose with images of Project Zomboid and Conan Exiles',
		{
			'compose.yaml':
				'services:\n  pz: {image: docker.io/renegademaster/zomboid-dedicated-server:latest, environment: ["RCON_PASSWORD=x", "RCON_PORT=27016"], ports: [{target: 27016, published: 27016, protocol: tcp}]}\n' +
				'  ce: {image: alinmear/docker-conanexiles, environment: [CONANEXILES_Game_RconPlugin_RconEnabled=1, CONANEXILES_Game_RconPlugin_RconPassword=y, CONANEXILES_Game_RconPlugin_RconPort=29595], ports: ["29595:29595"]}\n' +
				'  off: {image: alinmear/docker-conanexiles}\n',
		},
		[
			'pz PROJECT_ZOMBOID source 127.0.0.1:27016 text=x',
			'ce CONAN_EXILES source 127.0.0.1:29595 text=y',
			'skip off: `CONANEXILES_Game_RconPlugin_RconEnabled` is not true, so its console is off',
		],
	],
	[
		'Compose with itzg images',
		{
			'compose.yaml': `
x-mc: &mc
  image: itzg/minecraft-server:java21
  restart: unless-stopped
services:
  survival:
    <<: *mc
    container_name: mc-survival
    environment: {EULA: "TRUE", RCON_PASSWORD: "$\{SURVIVAL_PASS}"}
    ports: ["25565:25565", "127.0.0.1:25575:25575/tcp"]
  creative:
    image: docker.io/itzg/minecraft-server
    environment:
      - EULA=TRUE
      - RCON_PORT=28016
      - RCON_PASSWORD_FILE=/run/secrets/rcon
    secrets: [rcon]
    ports:
      - {target: 28016, published: "28017", host_ip: 0.0.0.0}
  host:
    <<: *mc
    network_mode: host
    env_file: ./host.env
  passed: {image: itzg/minecraft-server, environment: [RCON_PASSWORD], ports: ["25570-25580:25570-25580"]}
  mounted:
    <<: *mc
    environment: {RCON_PASSWORD_FILE: /conf/pw}
    volumes: ["./conf:/conf:ro"]
    ports: ["25585:25575"]
  hidden: {image: itzg/minecraft-server, environment: {RCON_PASSWORD: x}, ports: ["25565:25565"]}
  random: {image: itzg/minecraft-server, ports: ["25575:25575"]}
  off: {image: itzg/minecraft-server, environment: {ENABLE_RCON: "false"}}
  bedrock: {image: itzg/minecraft-bedrock-server}
  db: {image: postgres}
secrets:
  rcon: {file: ./secrets/rcon.txt}
`,
			'.env': "SURVIVAL_PASS='pa$$ss'\n",
			'host.env': 'RCON_PASSWORD=from-file # comment\n',
		},
		[
			'survival MINECRAFT source 127.0.0.1:25575 text=pa$$ss minecraft 25565 container mc-survival',
			'creative MINECRAFT source 127.0.0.1:28017 file=/srv/secrets/rcon.txt',
			'host MINECRAFT source 127.0.0.1:25575 text=from-file minecraft 25565',
			'passed MINECRAFT source 127.0.0.1:25575 env=RCON_PASSWORD',
			'mounted MINECRAFT source 127.0.0.1:25585 file=/srv/conf/pw',
			'skip hidden: port 25575 is not published: add "127.0.0.1:25575:25575" to its `ports`',
			'skip random: without `RCON_PASSWORD`, each start generates a new random password',
			'skip off: `ENABLE_RCON` is not true, so its console is off',
			'skip bedrock: Minecraft Bedrock has no RCON',
		],
	],
	[
		'Compose with images of other games',
		{
			'compose.yaml': `
services:
  pal: # thijsvanloef/palworld-server-docker, README.md
    image: thijsvanloef/palworld-server-docker:latest
    container_name: palworld-server
    ports: ["8211:8211/udp", "27015:27015/udp", "25575:25575/tcp"]
    environment: [PORT=8211, RCON_ENABLED=true, RCON_PORT=25575, ADMIN_PASSWORD="adminPasswordHere"]
  rest:
    image: ghcr.io/thijsvanloef/palworld-server-docker:v1
    ports: ["127.0.0.1:8212:8212"]
    environment: {REST_API_ENABLED: true, ADMIN_PASSWORD: p}
  jammsen: # https://github.com/jammsen/docker-palworld-dedicated-server/issues/178
    image: jammsen/palworld-dedicated-server:latest
    ports:
      - {target: 8211, published: 8211, protocol: udp, mode: host}
      - {target: 25575, published: 25576, protocol: tcp, mode: host}
    env_file: [./default.env]
  ase: {image: hermsi/ark-server, ports: ["27020:27020/tcp", "27016:27015/udp"], environment: [ADMIN_PASSWORD=FooB4r]}
  asa: {image: "acekorneya/asa_server:latest", network_mode: host, environment: [RCON_ENABLED=TRUE, RCON_PORT=27021, SERVER_ADMIN_PASSWORD=s]}
  params:
    image: mschnitzer/asa-linux-server:latest
    environment: ["ASA_START_PARAMS=TheIsland_WP?listen?Port=7777?RCONPort=27022?RCONEnabled=True?ServerAdminPassword=pw -WinLiveMaxPlayers=50"]
    ports: ["0.0.0.0:27022:27022/tcp"]
  ini:
    image: mschnitzer/asa-linux-server:latest
    environment: ["ASA_START_PARAMS=TheIsland_WP?listen?Port=7777?RCONPort=27020?RCONEnabled=True -WinLiveMaxPlayers=50"]
    ports: ["0.0.0.0:27020:27020/tcp"]
  rust: {image: didstopia/rust-server, ports: ["28016:28016"]}
  old-rust: {image: didstopia/rust-server, ports: ["28018:28017"], environment: {RUST_RCON_WEB: 0, RUST_RCON_PORT: 28017, RUST_RCON_PASSWORD: r}}
  cs: {image: joedwards32/cs2, ports: ["27015:27015/tcp", "27015:27015/udp", "27050:27050/tcp"], environment: [CS2_RCONPW=c, CS2_RCON_PORT=27050]}
  factory: {image: "factoriotools/factorio:stable", ports: ["27030:27015/tcp"], volumes: ["/opt/factorio:/factorio"]}
  volume: {image: factoriotools/factorio, ports: ["27031:27015/tcp"], volumes: ["data:/factorio"]}
  vikings: {image: lloesche/valheim-server, ports: ["2456-2457:2456-2457/udp"]}
  odin: {image: mbround18/valheim:3}
  unset: {image: thijsvanloef/palworld-server-docker, ports: ["1:25575"], environment: {RCON_PORT: "###RCON_PORT###"}}
`,
			'default.env':
				'RCON_ENABLED=true\nRCON_PORT=25575\nRESTAPI_ENABLED=true\nADMIN_PASSWORD=adminPasswordHere\n',
		},
		[
			'pal PALWORLD source 127.0.0.1:25575 text="adminPasswordHere" container palworld-server',
			'rest PALWORLD http 127.0.0.1:8212 text=p',
			'jammsen PALWORLD source 127.0.0.1:25576 text=adminPasswordHere',
			'ase ARK_EVOLVED source 127.0.0.1:27020 text=FooB4r a2s 27016',
			'asa ARK_ASCENDED source 127.0.0.1:27021 text=s',
			'params ARK_ASCENDED source 127.0.0.1:27022 text=pw',
			'rust RUST web-rcon 127.0.0.1:28016 text=docker',
			'old-rust RUST source 127.0.0.1:28018 text=r',
			'cs CS2 source 127.0.0.1:27050 text=c a2s 27015',
			'factory FACTORIO source 127.0.0.1:27030 file=/opt/factorio/config/rconpw',
			'skip ini: its password is in the settings of the game: import its `GameUserSettings.ini`',
			'skip volume: `/factorio/config/rconpw` is neither a file-based secret nor a file in a bind mount',
			'skip vikings: its game has no remote console: add it with rcondeck add, with its query port and its container',
			'skip odin: its game has no remote console: add it with rcondeck add, with its query port and its container',
			'skip unset: the port is not a number from 1 to 65535',
		],
	],
	[
		'Compose with services that extend others, and an override',
		{
			'compose.yaml': `
services:
  base: {image: itzg/minecraft-server, environment: {RCON_PASSWORD: b, TYPE: PAPER}, ports: ["1:1"]}
  same: {extends: {service: base}, environment: [RCON_PORT=7], ports: ["25580:7"]}
  short: {extends: same, environment: {RCON_PASSWORD: s}}
  other: {extends: {file: common/mc.yml, service: lobby}, ports: ["25581:25575"]}
  circle: {extends: {service: round}}
  round: {extends: circle, image: itzg/minecraft-server}
  gone: {extends: {file: gone.yml, service: x}}
  broken: {extends: {file: bad.yml, service: x}}
  missing: {extends: {service: nobody}}
`,
			'compose.override.yaml':
				'services:\n  base: {ports: ["127.0.0.1:25590:25575"], container_name: mc}\n  extra: {image: itzg/minecraft-server, environment: {RCON_PASSWORD: x}, network_mode: "service:base"}\n',
			'common/mc.yml':
				'services:\n  lobby: {extends: {file: ../root.yml, service: root}, env_file: [lobby.env, {path: none.env, required: false}], volumes: ["./pw:/pw"]}\n',
			'common/lobby.env': 'SECRET=l\nRCON_PASSWORD=${SECRET}-${TOP}\nRCON_PASSWORD_FILE=/pw\n',
			'root.yml': 'services:\n  root: {image: itzg/minecraft-server}\n',
			'bad.yml': 'services:\n  x: {image: @x}\n',
			'.env': 'TOP=t\n',
		},
		[
			'base MINECRAFT source 127.0.0.1:25590 text=b container mc',
			'same MINECRAFT source 127.0.0.1:25580 text=b',
			'short MINECRAFT source 127.0.0.1:25580 text=s',
			'other MINECRAFT source 127.0.0.1:25581 file=/srv/common/pw',
			'extra MINECRAFT source 127.0.0.1:25590 text=x',
			'skip circle: the service that it extends could not be read: circle',
			'skip round: the service that it extends could not be read: round',
			'skip gone: its variables are in a file that rcondeck could not read: /srv/gone.yml',
			'skip broken: /srv/bad.yml: Line 2: not valid YAML. Put quotes around a value that begins with a special character such as @, %, *, & or !, or contains a colon and a space.',
			'skip missing: the service that it extends could not be read: nobody',
		],
	],
	[
		'Compose with variables and secrets that are elsewhere',
		{
			'compose.yaml': `
x-a: &a {image: itzg/minecraft-server}
x-b: &b {profiles: [games], ports: ["25575:25575"]}
services:
  filled: {<<: [*a, *b], env_file: {path: rcon.env}}
  raw: {<<: *a, env_file: [{path: rcon.env, format: raw}], ports: ["25576:25575"]}
  unread: {<<: [*a, *b], env_file: [gone.env]}
  optional: {<<: [*a, *b], env_file: [{path: gone.env, required: false}]}
  swarm: {<<: [*a, *b], environment: {RCON_PASSWORD_FILE: /run/secrets/vanilla-rcon-password}, secrets: [vanilla-rcon-password]} # https://github.com/itzg/docker-mc-backup/pull/78
  bind: {<<: *a, environment: {RCON_PASSWORD_FILE: /conf/pw}, volumes: [{type: bind, source: ./conf, target: /conf}], ports: ["25577:25575"]}
  udp: {<<: *a, environment: {RCON_PASSWORD: x}, ports: [{target: 25575, published: 25575, protocol: udp}]}
secrets:
  vanilla-rcon-password: {external: true}
`,
			'rcon.env': 'WORD=w\nRCON_PASSWORD=a-${WORD}-${MORE:-m}\n',
		},
		[
			'filled MINECRAFT source 127.0.0.1:25575 text=a-w-m',
			'raw MINECRAFT source 127.0.0.1:25576 text=a-${WORD}-${MORE:-m}',
			'bind MINECRAFT source 127.0.0.1:25577 file=/srv/conf/pw',
			'skip unread: its variables are in a file that rcondeck could not read: gone.env',
			'skip optional: without `RCON_PASSWORD`, each start generates a new random password',
			'skip swarm: its password is a secret of the engine, which only the container can read: add it with rcondeck add and --password-file',
			'skip udp: port 25575 is not published: add "127.0.0.1:25575:25575" to its `ports`',
		],
	],
	[
		'Compose of the first version',
		{
			'docker-compose.yml':
				'minecraft:\n  image: itzg/minecraft-server\n  environment: {RCON_PASSWORD: x}\n  ports: ["25575:25575"]\n',
		},
		['minecraft MINECRAFT source 127.0.0.1:25575 text=x'],
	],
	[
		// https://github.com/itzg/docker-minecraft-server/pull/585
		'Compose with a secret in a file, and addresses with defaults',
		{
			'docker-compose.yml': `version: '3.7'
services:
  minecraft:
    image: itzg/minecraft-server
    ports: ["$\{BIND_IP:-192.0.2.7}:$\{HOST_PORT:-25585}:$\{RCON_PORT:-25575}"]
    environment: {EULA: "TRUE", CONSOLE: "false", ENABLE_RCON: "true", RCON_PASSWORD_FILE: /run/secrets/rcon_pass}
    secrets: [rcon_pass]
secrets:
  rcon_pass: {file: ./rcon_password}
`,
		},
		['minecraft MINECRAFT source 192.0.2.7:25585 file=/srv/rcon_password'],
	],
];

test.each(cases)('reads %s, also with Windows line endings', (_, files, lines) => {
	expect(linesOf(read(files))).toEqual(lines);
	expect(linesOf(read(withWindowsLineEnds(files)))).toEqual(lines);
});

test('names an unreadable file that a Compose file needs, and reports quotes and default passwords', () => {
	const compose = `
services:
  a: {image: thijsvanloef/palworld-server-docker, environment: ['ADMIN_PASSWORD="p"'], ports: ["1:25575"]} # https://github.com/thijsvanloef/palworld-server-docker/issues/329
  b: {image: joedwards32/cs2, ports: ["27015:27015"]}
`;
	const {servers, remarks} = read({'compose.yml': compose, 'compose.override.yml': 'services: [\n'});
	expect(read({'compose.yml': 'include: [a.yml, {path: [b.yml]}]\nservices: {}\n'}).remarks).toEqual([
		'Not read: a.yml in `include`. Import it as well.',
		'Not read: b.yml in `include`. Import it as well.',
	]);
	expect(remarks).toEqual([expect.stringMatching(/^\/srv\/compose\.override\.yml: Line 2: not valid YAML/)]);
	expect(servers.map(({notes}) => notes[0])).toEqual([
		'the quotes around the password are part of it: Compose passes them on',
		'the password is the default of the image: change it',
	]);
});
