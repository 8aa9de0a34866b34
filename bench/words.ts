/** A place where events of a made calendar are, with its zone and coordinates. */
export type City = { readonly name: string; readonly country: string; readonly zone: string } & {
  readonly lat: number
  readonly lng: number
}

/** A language of made texts: its words, how a sentence ends, and its cities. */
export type Language = {
  readonly words: readonly string[]
  readonly stop: string
  readonly cities: readonly City[]
}

/** Words that stand in every second event, in one of a thousand, and in three of all; no other word contains one of them. */
export const markers = { frequent: 'music', middling: 'theremin', rare: 'bandoneon' } as const

const city = (name: string, country: string, zone: string, lat: number, lng: number): City => ({
  name,
  country,
  zone,
  lat,
  lng,
})

const language = (cities: readonly City[], words: string, stop = '.'): Language => ({
  words: words.split(' '),
  stop,
  cities,
})

/** Seven with Latin letters, and one each with Cyrillic, Greek, Japanese, Korean, Arabic and Devanagari ones. */
export const languages: readonly Language[] = [
  language(
    [
      city('London', 'United Kingdom', 'Europe/London', 51.5074, -0.1278),
      city('New York', 'United States', 'America/New_York', 40.7128, -74.006),
      city('Chicago', 'United States', 'America/Chicago', 41.8781, -87.6298),
    ],
    'open air concert choir evening market reading theatre children workshop garden river summer winter festival dance film museum tour ' +
      'science talk history walk kitchen craft village square library orchestra school sports club lake night light gallery station ' +
      'an the with of in for and from every our new old great first last free guests welcome tickets doors begin late early together ' +
      'players neighbours harbour bridge stories painters singers baker bicycle chess poetry ceramics photography weather permitting bring',
  ),
  language(
    [
      city('Paris', 'France', 'Europe/Paris', 48.8566, 2.3522),
      city('Lyon', 'France', 'Europe/Paris', 45.764, 4.8357),
      city('Montréal', 'Canada', 'America/Toronto', 45.5019, -73.5674),
    ],
    'fête soirée théâtre marché été forêt musée œuvre château crêpes élèves répétition entrée libre près de la rivière où chaque année des ' +
      'artistes français découvrent les quartiers à pied vélo lecture poésie atelier céramique peinture cinéma danse chœur orgue église ' +
      'enfants parents voisins jardin bibliothèque goûter brocante vide-grenier randonnée montagne forêt lumière nuit blanche été hiver ' +
      'première dernière édition inscription obligatoire gratuité billetterie scène ouverte quatuor à cordes hôtel de ville préau',
  ),
  language(
    [
      city('Berlin', 'Deutschland', 'Europe/Berlin', 52.52, 13.405),
      city('Wien', 'Österreich', 'Europe/Vienna', 48.2082, 16.3738),
      city('Zürich', 'Schweiz', 'Europe/Zurich', 47.3769, 8.5417),
    ],
    'Straßenfest Frühjahr Führung Übung Gespräch Lesung Abend für Kinder und Erwachsene im großen Saal über die Brücke zum Fluss Chor Orchester ' +
      'Bücherei Flohmarkt Gärten Weihnacht Sommer Nacht Lichter Wanderung Küche Werkstatt Töpfern Schreiben Zeichnen Tanz Kino Hörspiel Schach ' +
      'Nachbarschaft Eintritt frei Anmeldung nötig später früher gemeinsam öffentlich Rathaus Marktplatz Bahnhof Hafen Kirche Orgel Quartett ' +
      'Ausstellung Eröffnung Vortrag Geschichte Wissenschaft Schülerinnen Vögel Wälder Fahrräder Gemüse Äpfel',
  ),
  language(
    [
      city('Madrid', 'España', 'Europe/Madrid', 40.4168, -3.7038),
      city('Ciudad de México', 'México', 'America/Mexico_City', 19.4326, -99.1332),
      city('Buenos Aires', 'Argentina', 'America/Argentina/Buenos_Aires', -34.6037, -58.3816),
    ],
    'canción noche niños taller jardín río verano otoño fiesta baile película museo visita guiada charla historia paseo cocina artesanía pueblo ' +
      'plaza biblioteca orquesta escuela deporte lago luz galería estación corazón mañana tarde año entrada gratuita vecinos poesía cerámica ' +
      'fotografía ajedrez bicicleta montaña peregrinación exposición inauguración función teatro títeres mercado pequeños compañía invitación ' +
      'según también después además cuándo dónde señales español día sábado miércoles',
  ),
  language(
    [city('Warszawa', 'Polska', 'Europe/Warsaw', 52.2297, 21.0122)],
    'święto wieczór dzieci ogród rzeka lato zima taniec muzeum zwiedzanie nauka rozmowa historia spacer kuchnia rękodzieło wieś plac biblioteka ' +
      'orkiestra szkoła jezioro noc światło galeria dworzec środa czwartek piątek źródło żaglówka łódka wstęp wolny zapisy sąsiedzi poezja ' +
      'ceramika fotografia szachy rower góry wystawa otwarcie teatr lalki targ goście pieśni chór kościół organy kwartet późno wcześnie razem',
  ),
  language(
    [city('İstanbul', 'Türkiye', 'Europe/Istanbul', 41.0082, 28.9784)],
    'şenlik akşam çocuklar bahçe ırmak yaz kış dans müze gezi bilim söyleşi tarih yürüyüş mutfak el işi köy meydan kütüphane orkestra okul göl ' +
      'gece ışık galeri istasyon çarşamba perşembe cuma ücretsiz giriş kayıt komşular şiir seramik fotoğraf satranç bisiklet dağlar sergi açılış ' +
      'tiyatro kukla pazar konuklar türkü koro dörtlü geç erken birlikte öğretmen öğrenci ağaç çiçek güneş yağmur',
  ),
  language(
    [city('São Paulo', 'Brasil', 'America/Sao_Paulo', -23.5505, -46.6333)],
    'canção noite crianças oficina jardim rio verão inverno festa dança filme visita ciência conversa história caminhada cozinha artesanato vila ' +
      'praça biblioteca orquestra escola esporte lagoa luz galeria estação coração manhã tarde ano entrada franca vizinhos poesia cerâmica ' +
      'fotografia xadrez bicicleta montanha exposição inauguração função teatro fantoches feira convidados órgão igreja quarteto também depois',
  ),
  language(
    [
      city('София', 'България', 'Europe/Sofia', 42.6977, 23.3219),
      city('Київ', 'Україна', 'Europe/Kyiv', 50.4501, 30.5234),
    ],
    'концерт хор вечер дети сад река лето зима танец музей экскурсия наука беседа история прогулка кухня ремесло деревня площадь библиотека ' +
      'оркестр школа озеро ночь свет галерея вокзал среда четверг пятница вход свободный запись соседи поэзия керамика фотография шахматы ' +
      'велосипед горы выставка открытие театр куклы ярмарка гости песни церковь орган квартет поздно рано вместе ёлка праздник щедрость',
  ),
  language(
    [city('Αθήνα', 'Ελλάδα', 'Europe/Athens', 37.9838, 23.7275)],
    'συναυλία χορωδία βραδιά παιδιά κήπος ποτάμι καλοκαίρι χειμώνας χορός μουσείο ξενάγηση επιστήμη συζήτηση ιστορία περίπατος κουζίνα χωριό ' +
      'πλατεία βιβλιοθήκη ορχήστρα σχολείο λίμνη νύχτα φως πινακοθήκη σταθμός Τετάρτη Πέμπτη ελεύθερη είσοδος γείτονες ποίηση κεραμική ' +
      'φωτογραφία σκάκι ποδήλατο βουνά έκθεση εγκαίνια θέατρο κούκλες αγορά καλεσμένοι τραγούδια εκκλησία κουαρτέτο αργά νωρίς μαζί',
  ),
  language(
    [city('東京', '日本', 'Asia/Tokyo', 35.6762, 139.6503), city('大阪', '日本', 'Asia/Tokyo', 34.6937, 135.5023)],
    '音楽会 合唱 夕べ 子どもたち 庭園 川辺 夏祭り 冬 踊り 映画 博物館 見学 科学 講演 歴史 散歩 台所 手仕事 村 広場 図書館 管弦楽 学校 湖 夜 明かり 画廊 駅前 ' +
      '水曜日 木曜日 金曜日 入場無料 予約 近所 詩の朗読 陶芸 写真 将棋 自転車 山登り 展覧会 開会 劇場 人形劇 市場 お客さま 歌声 教会 四重奏 遅く 早く 一緒に ' +
      'ワークショップ コンサート フェスティバル ギャラリー',
    '。',
  ),
  language(
    [city('서울', '대한민국', 'Asia/Seoul', 37.5665, 126.978)],
    '음악회 합창 저녁 어린이 정원 강변 여름 겨울 무용 영화 박물관 견학 과학 강연 역사 산책 부엌 공예 마을 광장 도서관 관현악 학교 호수 밤 불빛 화랑 역 수요일 ' +
      '목요일 금요일 무료입장 예약 이웃 시낭송 도자기 사진 바둑 자전거 등산 전시회 개막 극장 인형극 시장 손님 노래 교회 사중주 늦게 일찍 함께',
  ),
  language(
    [
      city('القاهرة', 'مصر', 'Africa/Cairo', 30.0444, 31.2357),
      city('الرباط', 'المغرب', 'Africa/Casablanca', 34.0209, -6.8416),
    ],
    'حفلة موسيقية مساء أطفال حديقة نهر صيف شتاء رقص فيلم متحف زيارة علوم حديث تاريخ نزهة مطبخ حرف قرية ساحة مكتبة أوركسترا مدرسة بحيرة ليل ضوء ' +
      'معرض محطة الأربعاء الخميس الجمعة دخول مجاني تسجيل جيران شعر خزف تصوير شطرنج دراجة جبال افتتاح مسرح دمى سوق ضيوف أغان رباعي متأخر مبكر معا',
  ),
  language(
    [city('नई दिल्ली', 'भारत', 'Asia/Kolkata', 28.6139, 77.209)],
    'संगीत सभा गायन शाम बच्चे बगीचा नदी गर्मी सर्दी नृत्य फ़िल्म संग्रहालय भ्रमण विज्ञान बातचीत इतिहास सैर रसोई शिल्प गाँव चौक पुस्तकालय वाद्य विद्यालय झील रात ' +
      'रोशनी दीर्घा स्टेशन बुधवार गुरुवार शुक्रवार निःशुल्क प्रवेश पंजीकरण पड़ोसी कविता मिट्टी चित्र शतरंज साइकिल पहाड़ प्रदर्शनी उद्घाटन रंगमंच कठपुतली मेला अतिथि',
    '।',
  ),
]
