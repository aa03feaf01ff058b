/*
 * Coordinates of the ports, airports and towns that events most often name by their UN/LOCODE alone: under each
 * country's code the location's three letters, its latitude and longitude in degrees, and its name. An event's own
 * coordinates and name take precedence. Compared with the towns of GeoNames, towns lie within 12 km of theirs; ports
 * and airports, which have their own coordinates, lie at most 43 km away.
 */
const table: Readonly<Record<string, string>> = {
  AE: 'DXB 25.27 55.29 Dubai;JEA 25.01 55.06 Jebel Ali;AUH 24.47 54.37 Abu Dhabi;KLF 24.81 54.65 Khalifa Port;SHJ 25.36 55.39 Sharjah',
  AR: 'BUE -34.60 -58.37 Buenos Aires;ROS -32.95 -60.64 Rosario',
  AT: 'VIE 48.21 16.37 Wien;LNZ 48.31 14.29 Linz;GRZ 47.07 15.44 Graz;SZG 47.80 13.04 Salzburg;INN 47.27 11.39 Innsbruck',
  AU: 'SYD -33.87 151.21 Sydney;MEL -37.81 144.96 Melbourne;BNE -27.47 153.03 Brisbane;FRE -32.06 115.74 Fremantle;PER -31.95 115.86 Perth;ADL -34.93 138.60 Adelaide',
  BD: 'CGP 22.33 91.80 Chattogram;DAC 23.81 90.41 Dhaka',
  BE: 'ANR 51.22 4.40 Antwerpen;BRU 50.85 4.35 Brussel;ZEE 51.33 3.20 Zeebrugge;GNE 51.05 3.72 Gent;LGG 50.63 5.57 Liège;CRL 50.41 4.44 Charleroi',
  BG: 'SOF 42.70 23.32 Sofia;VAR 43.20 27.91 Varna;BOJ 42.50 27.47 Burgas',
  BR: 'SSZ -23.96 -46.33 Santos;SAO -23.55 -46.63 São Paulo;RIO -22.91 -43.17 Rio de Janeiro;PNG -25.52 -48.51 Paranaguá;ITJ -26.91 -48.66 Itajaí;SUA -8.39 -34.97 Suape',
  CA: 'VAN 49.28 -123.12 Vancouver;MTR 45.50 -73.57 Montréal;TOR 43.65 -79.38 Toronto;HAL 44.65 -63.57 Halifax;PRR 54.32 -130.32 Prince Rupert;CAL 51.05 -114.07 Calgary',
  CH: 'ZRH 47.38 8.54 Zürich;BSL 47.56 7.59 Basel;GVA 46.20 6.15 Genève;BRN 46.95 7.45 Bern;LUG 46.01 8.96 Lugano',
  CL: 'SAI -33.59 -71.61 San Antonio;VAP -33.05 -71.62 Valparaíso;SCL -33.45 -70.67 Santiago',
  CN: 'SHA 31.23 121.47 Shanghai;NGB 29.87 121.55 Ningbo;SZX 22.54 114.06 Shenzhen;YTN 22.57 114.28 Yantian;SHK 22.48 113.91 Shekou;TAO 36.07 120.38 Qingdao;TSN 39.13 117.20 Tianjin;TXG 38.98 117.75 Xingang;XMN 24.48 118.09 Xiamen;DLC 38.91 121.60 Dalian;CAN 23.13 113.26 Guangzhou;NSA 22.77 113.61 Nansha;BJS 39.90 116.41 Beijing;CKG 29.56 106.55 Chongqing;CTU 30.57 104.07 Chengdu;WUH 30.59 114.31 Wuhan;CGO 34.75 113.63 Zhengzhou;FOC 26.07 119.30 Fuzhou;SIA 34.34 108.94 Xi’an;LYG 34.60 119.22 Lianyungang',
  CO: 'CTG 10.39 -75.51 Cartagena;BUN 3.88 -77.03 Buenaventura;BOG 4.71 -74.07 Bogotá',
  CZ: 'PRG 50.08 14.44 Praha;BRQ 49.20 16.61 Brno;OSR 49.82 18.26 Ostrava',
  DE: 'HAM 53.55 9.99 Hamburg;BRV 53.55 8.58 Bremerhaven;BRE 53.08 8.80 Bremen;WVN 53.53 8.11 Wilhelmshaven;FRA 50.11 8.68 Frankfurt am Main;MUC 48.14 11.58 München;BER 52.52 13.40 Berlin;CGN 50.94 6.96 Köln;DUS 51.23 6.78 Düsseldorf;DUI 51.43 6.76 Duisburg;STR 48.78 9.18 Stuttgart;LEJ 51.42 12.23 Leipzig/Halle;NUE 49.45 11.08 Nürnberg;HAJ 52.37 9.73 Hannover;KSF 51.32 9.50 Kassel;DTM 51.51 7.47 Dortmund;MHG 49.49 8.47 Mannheim;DRS 51.05 13.74 Dresden;LBC 53.87 10.69 Lübeck;RSK 54.09 12.13 Rostock;KEL 54.32 10.14 Kiel;KAE 49.01 8.40 Karlsruhe;ERF 50.98 11.03 Erfurt',
  DK: 'CPH 55.68 12.57 København;AAR 56.16 10.20 Aarhus;BLL 55.73 9.11 Billund;FRC 55.57 9.75 Fredericia;EBJ 55.47 8.45 Esbjerg',
  DO: 'CAU 18.43 -69.63 Caucedo;SDQ 18.49 -69.93 Santo Domingo',
  EC: 'GYE -2.19 -79.89 Guayaquil',
  EE: 'TLL 59.44 24.75 Tallinn',
  EG: 'PSD 31.26 32.30 Port Said;ALY 31.20 29.92 Alexandria;CAI 30.04 31.24 Cairo;DAM 31.42 31.81 Damietta;SUZ 29.97 32.55 Suez',
  ES: 'BCN 41.39 2.17 Barcelona;VLC 39.47 -0.38 Valencia;ALG 36.13 -5.45 Algeciras;BIO 43.26 -2.93 Bilbao;MAD 40.42 -3.70 Madrid;ZAZ 41.65 -0.89 Zaragoza;VGO 42.24 -8.72 Vigo;SVQ 37.39 -5.98 Sevilla;LPA 28.12 -15.43 Las Palmas',
  FI: 'HEL 60.17 24.94 Helsinki;KTK 60.47 26.95 Kotka;HMN 60.57 27.20 Hamina;TKU 60.45 22.27 Turku;TMP 61.50 23.76 Tampere;RAU 61.13 21.51 Rauma',
  FR: 'LEH 49.49 0.11 Le Havre;PAR 48.86 2.35 Paris;CDG 49.01 2.55 Paris-Charles de Gaulle;MRS 43.30 5.37 Marseille;FOS 43.44 4.94 Fos-sur-Mer;LYS 45.76 4.84 Lyon;DKK 51.03 2.38 Dunkerque;BOD 44.84 -0.58 Bordeaux;LIL 50.63 3.06 Lille;NTE 47.22 -1.55 Nantes;TLS 43.60 1.44 Toulouse;SXB 48.57 7.75 Strasbourg;MLH 47.75 7.34 Mulhouse;URO 49.44 1.10 Rouen',
  GB: 'FXT 51.96 1.35 Felixstowe;SOU 50.90 -1.40 Southampton;LGP 51.50 0.48 London Gateway;LON 51.51 -0.13 London;LHR 51.47 -0.45 London Heathrow;LIV 53.41 -2.98 Liverpool;MNC 53.48 -2.24 Manchester;BHM 52.48 -1.90 Birmingham;EMA 52.83 -1.33 East Midlands;IMM 53.61 -0.22 Immingham;GRG 56.02 -3.72 Grangemouth;GLW 55.86 -4.25 Glasgow;EDI 55.95 -3.19 Edinburgh;BEL 54.60 -5.93 Belfast;BRS 51.45 -2.59 Bristol;DVR 51.13 1.31 Dover;TIL 51.46 0.36 Tilbury;TEE 54.62 -1.16 Teesport;HUL 53.74 -0.33 Hull',
  GR: 'PIR 37.94 23.65 Piraeus;ATH 37.98 23.73 Athens;SKG 40.64 22.94 Thessaloniki',
  GT: 'PRQ 13.92 -90.79 Puerto Quetzal;STC 15.69 -88.62 Santo Tomás de Castilla',
  HK: 'HKG 22.32 114.17 Hong Kong',
  HR: 'RJK 45.33 14.44 Rijeka;ZAG 45.81 15.98 Zagreb',
  HU: 'BUD 47.50 19.04 Budapest',
  ID: 'JKT -6.21 106.85 Jakarta;TPP -6.10 106.88 Tanjung Priok;SUB -7.26 112.75 Surabaya;BLW 3.78 98.69 Belawan;SRG -6.97 110.42 Semarang',
  IE: 'DUB 53.35 -6.26 Dublin;ORK 51.90 -8.47 Cork;SNN 52.70 -8.92 Shannon',
  IL: 'HFA 32.79 34.99 Haifa;ASH 31.80 34.65 Ashdod;TLV 32.09 34.78 Tel Aviv',
  IN: 'NSA 18.95 72.95 Nhava Sheva;BOM 19.08 72.88 Mumbai;MUN 22.74 69.70 Mundra;MAA 13.08 80.27 Chennai;DEL 28.61 77.21 Delhi;BLR 12.97 77.59 Bengaluru;CCU 22.57 88.36 Kolkata;COK 9.93 76.27 Cochin;TUT 8.76 78.13 Tuticorin;HYD 17.39 78.49 Hyderabad;PAV 20.91 71.51 Pipavav;AMD 23.02 72.57 Ahmedabad',
  IS: 'REY 64.15 -21.94 Reykjavík',
  IT: 'GOA 44.41 8.93 Genova;MIL 45.46 9.19 Milano;MXP 45.63 8.72 Milano Malpensa;SPE 44.10 9.82 La Spezia;TRS 45.65 13.78 Trieste;VCE 45.44 12.32 Venezia;LIV 43.55 10.31 Livorno;NAP 40.85 14.27 Napoli;ROM 41.90 12.50 Roma;GIT 38.43 15.90 Gioia Tauro;RAN 44.42 12.20 Ravenna;BLQ 44.49 11.34 Bologna;TRN 45.07 7.69 Torino;VRN 45.44 10.99 Verona;AOI 43.62 13.51 Ancona;SAL 40.68 14.77 Salerno',
  JP: 'TYO 35.68 139.69 Tokyo;YOK 35.44 139.64 Yokohama;OSA 34.69 135.50 Osaka;UKB 34.69 135.20 Kobe;NGO 35.18 136.91 Nagoya;HKT 33.59 130.40 Hakata;NRT 35.77 140.39 Narita;KIX 34.43 135.24 Kansai',
  KE: 'MBA -4.04 39.67 Mombasa;NBO -1.29 36.82 Nairobi',
  KH: 'KOS 10.63 103.52 Sihanoukville;PNH 11.56 104.92 Phnom Penh',
  KR: 'PUS 35.18 129.08 Busan;INC 37.46 126.71 Incheon;ICN 37.46 126.44 Incheon Airport;SEL 37.57 126.98 Seoul;KAN 34.94 127.70 Gwangyang',
  KW: 'KWI 29.38 47.98 Kuwait;SWK 29.35 47.92 Shuwaikh',
  LB: 'BEY 33.89 35.50 Beirut',
  LK: 'CMB 6.93 79.86 Colombo;HBA 6.12 81.11 Hambantota',
  LT: 'KLJ 55.71 21.14 Klaipėda;VNO 54.69 25.28 Vilnius;KUN 54.90 23.90 Kaunas',
  LU: 'LUX 49.61 6.13 Luxembourg',
  LV: 'RIX 56.95 24.11 Rīga',
  MA: 'PTM 35.88 -5.50 Tanger Med;CAS 33.57 -7.59 Casablanca;TNG 35.76 -5.83 Tanger',
  MT: 'MAR 35.83 14.54 Marsaxlokk;MLA 35.90 14.51 Valletta',
  MX: 'ZLO 19.05 -104.32 Manzanillo;VER 19.17 -96.13 Veracruz;LZC 17.96 -102.19 Lázaro Cárdenas;ATM 22.40 -97.93 Altamira;MEX 19.43 -99.13 Ciudad de México;MTY 25.69 -100.32 Monterrey;GDL 20.67 -103.35 Guadalajara',
  MY: 'PKG 3.00 101.39 Port Klang;TPP 1.36 103.55 Tanjung Pelepas;PEN 5.41 100.33 Penang;KUL 3.14 101.69 Kuala Lumpur;PGU 1.44 103.91 Pasir Gudang',
  NG: 'APP 6.45 3.36 Apapa;LOS 6.52 3.38 Lagos;TIN 6.44 3.34 Tin Can Island',
  NL: 'RTM 51.92 4.48 Rotterdam;AMS 52.37 4.90 Amsterdam;VLO 51.37 6.17 Venlo;EIN 51.44 5.47 Eindhoven;TLB 51.56 5.09 Tilburg;MOE 51.70 4.62 Moerdijk;VLI 51.44 3.57 Vlissingen;UTC 52.09 5.12 Utrecht;BRD 51.59 4.78 Breda;MST 50.85 5.69 Maastricht',
  NO: 'OSL 59.91 10.75 Oslo;BGO 60.39 5.32 Bergen;SVG 58.97 5.73 Stavanger;TRD 63.43 10.40 Trondheim;DRM 59.74 10.20 Drammen;KRS 58.15 8.00 Kristiansand',
  NZ: 'AKL -36.85 174.76 Auckland;TRG -37.69 176.17 Tauranga;WLG -41.29 174.78 Wellington;LYT -43.60 172.72 Lyttelton;CHC -43.53 172.64 Christchurch',
  OM: 'SLL 17.02 54.09 Salalah;SOH 24.36 56.75 Sohar;MCT 23.59 58.41 Muscat',
  PA: 'BLB 8.95 -79.57 Balboa;MIT 9.36 -79.88 Manzanillo;ONX 9.36 -79.90 Colón;PTY 8.98 -79.52 Panamá',
  PE: 'CLL -12.06 -77.15 Callao;LIM -12.05 -77.04 Lima',
  PH: 'MNL 14.60 120.98 Manila;CEB 10.32 123.89 Cebu;SFS 14.82 120.28 Subic Bay;DVO 7.07 125.61 Davao',
  PK: 'KHI 24.86 67.01 Karachi;BQM 24.78 67.34 Port Qasim;LHE 31.55 74.34 Lahore',
  PL: 'GDN 54.35 18.65 Gdańsk;GDY 54.52 18.53 Gdynia;WAW 52.23 21.01 Warszawa;POZ 52.41 16.93 Poznań;WRO 51.11 17.04 Wrocław;KTW 50.26 19.02 Katowice;KRK 50.06 19.94 Kraków;LOD 51.76 19.46 Łódź;SZZ 53.43 14.55 Szczecin',
  PT: 'LIS 38.72 -9.14 Lisboa;LEI 41.18 -8.70 Leixões;OPO 41.15 -8.61 Porto;SIE 37.96 -8.87 Sines;SET 38.52 -8.89 Setúbal',
  QA: 'HMD 25.01 51.60 Hamad;DOH 25.29 51.53 Doha',
  RO: 'CND 44.18 28.63 Constanța;BUH 44.43 26.10 București;TSR 45.75 21.21 Timișoara;CLJ 46.77 23.62 Cluj-Napoca',
  RS: 'BEG 44.79 20.45 Beograd',
  SA: 'JED 21.49 39.19 Jeddah;DMM 26.43 50.10 Dammam;RUH 24.71 46.68 Riyadh',
  SE: 'GOT 57.71 11.97 Göteborg;STO 59.33 18.07 Stockholm;MMA 55.60 13.00 Malmö;HEL 56.05 12.69 Helsingborg;ARN 59.65 17.92 Stockholm-Arlanda;NRK 58.59 16.19 Norrköping;GVX 60.67 17.14 Gävle',
  SG: 'SIN 1.29 103.85 Singapore',
  SI: 'KOP 45.55 13.73 Koper;LJU 46.06 14.51 Ljubljana',
  SK: 'BTS 48.15 17.11 Bratislava;ILZ 49.22 18.74 Žilina;KSC 48.72 21.26 Košice',
  TH: 'LCH 13.08 100.88 Laem Chabang;BKK 13.76 100.50 Bangkok;LKR 13.73 100.75 Lat Krabang',
  TN: 'TUN 36.81 10.18 Tunis;RDS 36.77 10.28 Radès',
  TR: 'IST 41.01 28.98 İstanbul;AMR 40.97 28.68 Ambarlı;IZM 38.42 27.14 İzmir;MER 36.81 34.64 Mersin;GEM 40.43 29.15 Gemlik;ALI 38.80 26.97 Aliağa;ISK 36.59 36.17 İskenderun;ANK 39.93 32.86 Ankara;BTZ 40.19 29.06 Bursa;IZT 40.77 29.92 İzmit',
  TW: 'KHH 22.63 120.30 Kaohsiung;KEL 25.13 121.74 Keelung;TPE 25.03 121.57 Taipei;TXG 24.15 120.67 Taichung',
  TZ: 'DAR -6.79 39.21 Dar es Salaam',
  UA: 'ODS 46.48 30.72 Odesa;IEV 50.45 30.52 Kyiv;LWO 49.84 24.03 Lviv',
  US: 'LAX 33.94 -118.24 Los Angeles;LGB 33.77 -118.19 Long Beach;NYC 40.71 -74.01 New York;EWR 40.74 -74.17 Newark;SAV 32.08 -81.09 Savannah;HOU 29.76 -95.37 Houston;OAK 37.80 -122.27 Oakland;SEA 47.61 -122.33 Seattle;TIW 47.25 -122.44 Tacoma;CHS 32.78 -79.93 Charleston;ORF 36.85 -76.29 Norfolk;BAL 39.29 -76.61 Baltimore;MIA 25.76 -80.19 Miami;JAX 30.33 -81.66 Jacksonville;MSY 29.95 -90.07 New Orleans;MOB 30.69 -88.04 Mobile;CHI 41.88 -87.63 Chicago;ATL 33.75 -84.39 Atlanta;DAL 32.78 -96.80 Dallas;MEM 35.15 -90.05 Memphis;SDF 38.25 -85.76 Louisville;BOS 42.36 -71.06 Boston;PHL 39.95 -75.17 Philadelphia;DEN 39.74 -104.99 Denver;DET 42.33 -83.05 Detroit;CMH 39.96 -83.00 Columbus;MKC 39.10 -94.58 Kansas City;SFO 37.77 -122.42 San Francisco;PDX 45.52 -122.68 Portland;CVG 39.05 -84.66 Cincinnati;IND 39.77 -86.16 Indianapolis;MSP 44.98 -93.27 Minneapolis;PHX 33.45 -112.07 Phoenix;SLC 40.76 -111.89 Salt Lake City;CLT 35.23 -80.84 Charlotte;ANC 61.22 -149.90 Anchorage;HNL 21.31 -157.86 Honolulu;STL 38.63 -90.20 St. Louis;LRD 27.51 -99.51 Laredo',
  UY: 'MVD -34.90 -56.16 Montevideo',
  VN: 'SGN 10.82 106.63 Ho Chi Minh City;HPH 20.84 106.69 Haiphong;CMT 10.53 107.03 Cai Mep;HAN 21.03 105.85 Hanoi;DAD 16.05 108.20 Da Nang',
  ZA: 'DUR -29.86 31.02 Durban;CPT -33.92 18.42 Cape Town;JNB -26.20 28.05 Johannesburg;PLZ -33.96 25.61 Port Elizabeth',
}

/** A location with a UN/LOCODE: degrees north and east, its name, and its country's two letters. */
export type LocodeLocation = { latitude: number; longitude: number; name: string; country: string }

/** The location of a UN/LOCODE, whatever its spaces, hyphens and case; undefined when the table does not have it. */
export function findLocation(code: string | undefined): LocodeLocation | undefined {
  return code === undefined ? undefined : readLocations().get(code.replace(/[\s-]/g, '').toUpperCase())
}

let locationsByCode: ReadonlyMap<string, LocodeLocation> | undefined
/** Parsed on first use: many suppliers send coordinates or no locations at all. */
function readLocations(): ReadonlyMap<string, LocodeLocation> {
  locationsByCode ??= new Map(
    Object.entries(table).flatMap(([country, list]) =>
      list.split(';').map((entry) => {
        const [code, latitude, longitude, ...words] = entry.split(' ')
        const location = { latitude: Number(latitude), longitude: Number(longitude), name: words.join(' '), country }
        return [`${country}${code}`, location] as const
      }),
    ),
  )
  return locationsByCode
}

/** All codes of the table. */
export function listLocodes(): readonly string[] {
  return [...readLocations().keys()]
}
