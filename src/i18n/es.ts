import type { Catalogue } from './catalogue.ts'

/** The Spanish descriptions; a missing key does not compile (contract, B1.4). */
export const es: Catalogue = {
  'list.page': 'Número de la página que se devuelve, un entero positivo; valor predeterminado: 1.',
  'list.per_page':
    'Número de registros por página, un entero positivo; valor predeterminado: 10. Un valor superior al máximo del sitio, normalmente 50, se reduce a este.',
  'list.rest_url': 'Dirección de esta lista con los filtros aplicados.',
  'list.next_rest_url': 'Dirección de la página siguiente con los mismos filtros; falta en la última página.',
  'list.previous_rest_url': 'Dirección de la página anterior con los mismos filtros; falta en la primera página.',
  'list.total': 'Número de registros de todas las páginas que cumplen los filtros y que quien llama puede leer.',
  'list.total_pages': 'Número de páginas con el tamaño de página actual; 0 si no hay coincidencias.',
  'list.items': 'Los registros de esta página, en el orden de la lista.',

  'event.filter.start_date':
    'Solo los eventos que empiezan en este momento o después; se lee en la zona horaria del sitio salvo que lleve un desfase. Valor predeterminado: ayer a las 00:00:00. Se traslada al comienzo de su día salvo que `strict_dates` sea `true`.',
  'event.filter.end_date':
    'Solo los eventos que empiezan en este momento o antes; se lee en la zona horaria del sitio salvo que lleve un desfase. Valor predeterminado: dentro de 24 meses a partir de hoy, a las 23:59:59. Se traslada al final de su día salvo que `strict_dates` sea `true`.',
  'event.filter.starts_before':
    'Solo los eventos que empiezan antes de este momento, que se traslada a las 23:59:59 de su día salvo que `strict_dates` sea `true`. Si se envía, no se aplican los valores predeterminados de `start_date` y `end_date`.',
  'event.filter.starts_after':
    'Solo los eventos que empiezan después de este momento, que se traslada a las 23:59:59 de su día salvo que `strict_dates` sea `true`. Si se envía, no se aplican los valores predeterminados de `start_date` y `end_date`.',
  'event.filter.ends_before':
    'Solo los eventos que terminan antes de este momento, que se traslada a las 23:59:59 de su día salvo que `strict_dates` sea `true`. Si se envía, no se aplican los valores predeterminados de `start_date` y `end_date`.',
  'event.filter.ends_after':
    'Solo los eventos que terminan después de este momento, que se traslada a las 23:59:59 de su día salvo que `strict_dates` sea `true`. Si se envía, no se aplican los valores predeterminados de `start_date` y `end_date`.',
  'event.filter.strict_dates':
    'Indica si los filtros de fecha se aplican con precisión de segundos en lugar de ampliarse a días completos; valor predeterminado: `false`.',
  'event.filter.search':
    'Solo los eventos en cuyo título, descripción o extracto aparece cada palabra indicada, sin distinguir mayúsculas ni acentos; 200 caracteres como máximo.',
  'event.filter.categories':
    'Solo los eventos de al menos una de estas categorías o de sus descendientes, indicadas por id, slug o nombre, como array o separadas por comas. Una categoría desconocida es un error.',
  'event.filter.tags':
    'Solo los eventos con al menos una de estas etiquetas, indicadas por id, slug o nombre, como array o separadas por comas. Una etiqueta desconocida es un error.',
  'event.filter.venue':
    'Solo los eventos en uno de los lugares con estos ids, como array o separados por comas. Un id desconocido es un error.',
  'event.filter.organizer':
    'Solo los eventos de uno de los organizadores con estos ids, como array o separados por comas. Un id desconocido es un error.',
  'event.filter.featured':
    '`true`: solo los eventos destacados; `false`: solo los no destacados. Si no se envía, se devuelven ambos.',
  'event.filter.geoloc':
    '`true`: solo los eventos cuyo lugar tiene coordenadas; `false`: solo aquellos cuyo lugar no las tiene.',
  'event.filter.geoloc_lat':
    'Latitud del centro de la búsqueda en grados decimales, de -90 a 90; debe enviarse junto con `geoloc_lng`.',
  'event.filter.geoloc_lng':
    'Longitud del centro de la búsqueda en grados decimales, de -180 a 180; debe enviarse junto con `geoloc_lat`.',
  'event.filter.geoloc_distance':
    'Radio de búsqueda en kilómetros alrededor de `geoloc_lat` y `geoloc_lng`, medido sobre el círculo máximo; valor predeterminado: 25.',
  'event.filter.include':
    'Solo los eventos con estos ids, como array o separados por comas. En ese caso se ignoran los filtros de fecha y la lista se ordena por fecha de publicación.',
  'event.filter.free':
    '`true`: solo eventos que no cuestan nada (todos los precios son cero, o el coste es una palabra que lo dice, como `free` o `kostenlos`); `false`: todos los demás.',
  'event.filter.post_parent': 'Solo los eventos cuyo evento superior tiene este id.',
  'event.filter.ticketed':
    'Reservado para la venta de entradas, que este servidor no ofrece: `false` no tiene efecto, `true` es un error.',
  'event.filter.status':
    'Solo los registros con uno de estos estados, como array o separados por comas: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Valor predeterminado: todo lo que quien llama puede leer fuera de la papelera; las llamadas anónimas solo pueden pedir `publish`.',

  'event.path.id': 'Id del registro: una o más cifras decimales.',
  'event.path.slug': 'Slug del registro; no se distinguen mayúsculas y minúsculas.',

  'event.field.author':
    'Id del usuario que consta como autor; valor predeterminado: quien llama. Indicar otro usuario exige el derecho de editar los registros ajenos.',
  'event.field.date':
    'Fecha de publicación, leída en la zona horaria del sitio salvo que lleve un desfase; valor predeterminado: ahora. Si es futura, un registro que fuera a publicarse se programa para ese momento.',
  'event.field.date_utc': 'Fecha de publicación en UTC; puede enviarse en lugar de `date`.',
  'event.field.description': 'Descripción completa en HTML; se elimina el marcado peligroso y un valor vacío la borra.',
  'event.field.excerpt': 'Resumen breve en HTML; se elimina el marcado peligroso y un valor vacío lo borra.',
  'event.field.status':
    'Estado del registro: `publish`, `future`, `draft`, `pending`, `private` o `trash`. Valor predeterminado al crear: `publish`, o `draft` si quien llama no puede publicar.',
  'event.field.image':
    'Imagen destacada: el id de una imagen subida o una URL http(s) desde la que se obtiene. Un valor vacío quita la imagen.',
  'event.field.website': 'URL absoluta del sitio web; un valor vacío la borra.',
  'event.field.title': 'Título del evento como texto sin formato; obligatorio al crear.',
  'event.field.slug':
    'Última parte de la dirección del evento. Si no se envía al crear, se forma a partir del título; si ya está en uso, se le añade un número.',
  'event.field.timezone':
    'Zona horaria del evento: un nombre IANA como `Europe/Paris` o un desfase como `UTC+2`. Valor predeterminado al crear: la zona horaria del sitio.',
  'event.field.all_day':
    'Indica si el evento dura días completos: el inicio pasa entonces a las 00:00:00 y el final a las 23:59:59 de sus días. Valor predeterminado: `false`.',
  'event.field.start_date':
    'Inicio del evento en su propia `timezone`, salvo que el texto lleve un desfase; obligatorio al crear. Se entienden textos ISO 8601, marcas de tiempo Unix y expresiones inglesas como `tomorrow 9am`.',
  'event.field.end_date':
    'Final del evento, en las mismas formas que `start_date`; obligatorio al crear y nunca anterior al inicio.',
  'event.field.cost':
    'Precio como texto, con su símbolo de moneda si se desea, como `$20`, o un array de varios precios. Sin símbolo se muestra la moneda del sitio; un valor vacío borra el precio.',
  'event.field.show_map':
    'Indica si la página del evento muestra un mapa del lugar; valor predeterminado al crear: `true`.',
  'event.field.show_map_link':
    'Indica si la página del evento enlaza a un mapa del lugar; valor predeterminado al crear: `true`.',
  'event.field.hide_from_listings':
    'Indica si el evento queda fuera de todas las listas; sigue siendo legible por id y por slug. Valor predeterminado al crear: `false`.',
  'event.field.sticky':
    'Indica si el evento aparece primero en la vista de calendario; valor predeterminado al crear: `false`.',
  'event.field.featured': 'Indica si el evento se destaca en el sitio; valor predeterminado al crear: `false`.',
  'event.field.categories':
    'Categorías del evento por id, slug o nombre, como array o separadas por comas. Sustituyen a las actuales, los nombres que aún no existen se crean y un valor vacío las quita todas.',
  'event.field.tags':
    'Etiquetas del evento por id, slug o nombre, como array o separadas por comas. Sustituyen a las actuales, los nombres que aún no existen se crean y un valor vacío las quita todas.',
  'event.field.venue':
    'Lugar del evento: un id, una lista de ids o un objeto con los campos de un lugar que se crea junto con el evento. Un valor vacío quita el vínculo.',
  'event.field.organizer':
    'Organizadores del evento: un id, una lista de ids u objetos con los campos de organizadores que se crean junto con el evento. Un valor vacío quita los vínculos.',
  'event.field.post_parent':
    'Id del evento superior; un valor vacío quita el vínculo. Un evento no puede ser su propio antecesor.',

  'event.record.id': 'Id del registro, único entre eventos, lugares, organizadores e imágenes.',
  'event.record.global_id': 'Identificador del registro entre sitios: host y ruta del sitio, seguidos del id.',
  'event.record.global_id_lineage':
    'Todos los identificadores globales que ha tenido el registro, empezando por el actual.',
  'event.record.author': 'Id del autor como cadena de cifras.',
  'event.record.status': 'Estado del registro: `publish`, `future`, `draft`, `pending`, `private` o `trash`.',
  'event.record.date': 'Fecha de publicación en la zona horaria del sitio, como `YYYY-MM-DD HH:MM:SS`.',
  'event.record.date_utc':
    'Fecha de publicación en UTC, como `YYYY-MM-DD HH:MM:SS`; solo ceros mientras un registro sin publicar no tenga fecha.',
  'event.record.modified': 'Momento del último cambio en la zona horaria del sitio, como `YYYY-MM-DD HH:MM:SS`.',
  'event.record.modified_utc': 'Momento del último cambio en UTC, como `YYYY-MM-DD HH:MM:SS`.',
  'event.record.url': 'Dirección de la página pública del registro.',
  'event.record.slug': 'Última parte de la dirección pública del registro.',
  'event.record.json_ld':
    'El registro como datos estructurados de schema.org en JSON-LD; solo aparece cuando se lee un único registro.',
  'event.record.rest_url': 'Dirección del evento en esta interfaz.',
  'event.record.title': 'Título del evento; `&`, `<` y `>` se escriben como entidades HTML.',
  'event.record.description': 'Descripción completa en HTML; puede estar vacía.',
  'event.record.excerpt': 'Resumen breve en HTML; puede estar vacío.',
  'event.record.image': 'Imagen destacada, o `false` si no hay ninguna.',
  'event.record.all_day': 'Indica si el evento dura días completos.',
  'event.record.start_date': 'Inicio en la zona horaria del evento, como `YYYY-MM-DD HH:MM:SS`.',
  'event.record.start_date_details': 'Las partes de `start_date`.',
  'event.record.end_date': 'Final en la zona horaria del evento, como `YYYY-MM-DD HH:MM:SS`.',
  'event.record.end_date_details': 'Las partes de `end_date`.',
  'event.record.utc_start_date': 'Inicio en UTC, como `YYYY-MM-DD HH:MM:SS`.',
  'event.record.utc_start_date_details': 'Las partes de `utc_start_date`.',
  'event.record.utc_end_date': 'Final en UTC, como `YYYY-MM-DD HH:MM:SS`.',
  'event.record.utc_end_date_details': 'Las partes de `utc_end_date`.',
  'event.record.timezone': 'Zona horaria del evento: un nombre IANA o un desfase como `UTC+2`.',
  'event.record.timezone_abbr': 'Abreviatura de la zona horaria vigente al inicio del evento, como `CET`.',
  'event.record.cost':
    'Precio listo para mostrarse, como importe único o como intervalo; vacío si no se indicó ninguno.',
  'event.record.cost_details': 'Las partes de `cost`.',
  'event.record.website': 'Dirección del sitio web del evento; si no tiene, su propia `url`.',
  'event.record.show_map': 'Indica si la página del evento muestra un mapa del lugar.',
  'event.record.show_map_link': 'Indica si la página del evento enlaza a un mapa del lugar.',
  'event.record.hide_from_listings': 'Indica si el evento queda fuera de todas las listas.',
  'event.record.sticky': 'Indica si el evento aparece primero en la vista de calendario.',
  'event.record.featured': 'Indica si el evento se destaca en el sitio.',
  'event.record.categories': 'Categorías del evento, ordenadas por nombre.',
  'event.record.tags': 'Etiquetas del evento, ordenadas por nombre.',
  'event.record.venue': 'Lugar del evento: un objeto, un array si hay varios o un array vacío si no hay ninguno.',
  'event.record.organizer': 'Organizadores del evento, siempre como array.',
  'event.record.custom_fields':
    'Campos adicionales por nombre, cada uno con `label` y `value`; un array vacío si no hay ninguno.',

  'event.operation.list': 'Listar eventos',
  'event.operation.create': 'Crear un evento',
  'event.operation.read': 'Leer un evento',
  'event.operation.update': 'Modificar un evento',
  'event.operation.delete': 'Eliminar un evento',
  'event.operation.read_by_slug': 'Leer un evento por slug',
  'event.operation.update_by_slug': 'Modificar un evento por slug',
  'event.operation.delete_by_slug': 'Eliminar un evento por slug',

  'venue.filter.status':
    'Solo los registros con uno de estos estados, como array o separados por comas: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Valor predeterminado: todo lo que quien llama puede leer fuera de la papelera; las llamadas anónimas solo pueden pedir `publish`.',
  'venue.filter.search':
    'Solo los lugares en los que un mismo campo (nombre, descripción, extracto, una parte de la dirección o teléfono) contiene todas las palabras indicadas, sin distinguir mayúsculas ni acentos; 200 caracteres como máximo.',
  'venue.filter.event': 'Solo los registros vinculados al evento con este id. Un id desconocido es un error.',
  'venue.filter.has_events':
    '`true`: solo los registros vinculados al menos a un evento; `false`: solo los que no tienen eventos.',
  'venue.filter.only_with_upcoming':
    '`true`: solo los registros vinculados al menos a un evento que empieza ahora o más tarde; valor predeterminado: `false`.',

  'venue.path.id': 'Id del registro: una o más cifras decimales.',
  'venue.path.slug': 'Slug del registro; no se distinguen mayúsculas y minúsculas.',

  'venue.field.author':
    'Id del usuario que consta como autor; valor predeterminado: quien llama. Indicar otro usuario exige el derecho de editar los registros ajenos.',
  'venue.field.date':
    'Fecha de publicación, leída en la zona horaria del sitio salvo que lleve un desfase; valor predeterminado: ahora. Si es futura, un registro que fuera a publicarse se programa para ese momento.',
  'venue.field.date_utc': 'Fecha de publicación en UTC; puede enviarse en lugar de `date`.',
  'venue.field.description': 'Descripción completa en HTML; se elimina el marcado peligroso y un valor vacío la borra.',
  'venue.field.excerpt': 'Resumen breve en HTML; se elimina el marcado peligroso y un valor vacío lo borra.',
  'venue.field.status':
    'Estado del registro: `publish`, `future`, `draft`, `pending`, `private` o `trash`. Valor predeterminado al crear: `publish`, o `draft` si quien llama no puede publicar.',
  'venue.field.image':
    'Imagen destacada: el id de una imagen subida o una URL http(s) desde la que se obtiene. Un valor vacío quita la imagen.',
  'venue.field.website': 'URL absoluta del sitio web; un valor vacío la borra.',
  'venue.field.phone': 'Número de teléfono como texto libre; un valor vacío lo borra.',
  'venue.field.venue': 'Nombre del lugar como texto sin formato; obligatorio al crear.',
  'venue.field.show_map':
    'Indica si los eventos vinculados a este lugar muestran un mapa: `true` o `false`; valor predeterminado al crear: `true`.',
  'venue.field.show_map_link':
    'Indica si los eventos vinculados a este lugar muestran un enlace a un mapa: `true` o `false`; valor predeterminado al crear: `true`.',
  'venue.field.address': 'Calle y número; un valor vacío los borra.',
  'venue.field.city': 'Ciudad o localidad; un valor vacío la borra.',
  'venue.field.country': 'Nombre del país; un valor vacío lo borra.',
  'venue.field.province': 'Provincia, para los países divididos en provincias; un valor vacío la borra.',
  'venue.field.state': 'Estado, para los países divididos en estados; un valor vacío lo borra.',
  'venue.field.zip': 'Código postal como texto; un valor vacío lo borra.',
  'venue.field.stateprovince': 'Estado o provincia, según el país; se toma de `state` o `province` si no se envía.',
  'venue.field.geo_lat':
    'Latitud en grados decimales, de -90 a 90; debe enviarse junto con `geo_lng`. Un valor vacío la borra.',
  'venue.field.geo_lng':
    'Longitud en grados decimales, de -180 a 180; debe enviarse junto con `geo_lat`. Un valor vacío la borra.',

  'venue.record.id': 'Id del registro, único entre eventos, lugares, organizadores e imágenes.',
  'venue.record.global_id': 'Identificador del registro entre sitios: host y ruta del sitio, seguidos del id.',
  'venue.record.global_id_lineage':
    'Todos los identificadores globales que ha tenido el registro, empezando por el actual.',
  'venue.record.author': 'Id del autor como cadena de cifras.',
  'venue.record.status': 'Estado del registro: `publish`, `future`, `draft`, `pending`, `private` o `trash`.',
  'venue.record.date': 'Fecha de publicación en la zona horaria del sitio, como `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.date_utc':
    'Fecha de publicación en UTC, como `YYYY-MM-DD HH:MM:SS`; solo ceros mientras un registro sin publicar no tenga fecha.',
  'venue.record.modified': 'Momento del último cambio en la zona horaria del sitio, como `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.modified_utc': 'Momento del último cambio en UTC, como `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.url': 'Dirección de la página pública del registro.',
  'venue.record.slug': 'Última parte de la dirección pública del registro.',
  'venue.record.json_ld':
    'El registro como datos estructurados de schema.org en JSON-LD; solo aparece cuando se lee un único registro.',
  'venue.record.description': 'Descripción completa en HTML; falta si está vacía.',
  'venue.record.excerpt': 'Resumen breve en HTML; falta si está vacío.',
  'venue.record.image': 'Imagen destacada; falta si no hay ninguna.',
  'venue.record.phone': 'Número de teléfono; falta si está vacío.',
  'venue.record.website': 'Dirección del sitio web; falta si está vacía.',
  'venue.record.venue': 'Nombre del lugar; `&`, `<` y `>` se escriben como entidades HTML.',
  'venue.record.address': 'Calle y número; faltan si están vacíos.',
  'venue.record.city': 'Ciudad o localidad; falta si está vacía.',
  'venue.record.country': 'Nombre del país; falta si está vacío.',
  'venue.record.province': 'Provincia; falta si está vacía.',
  'venue.record.state': 'Estado; falta si está vacío.',
  'venue.record.zip': 'Código postal; falta si está vacío.',
  'venue.record.stateprovince': 'Estado o provincia, según el país; falta si está vacío.',
  'venue.record.geo_lat': 'Latitud en grados decimales; falta si el lugar no tiene coordenadas.',
  'venue.record.geo_lng': 'Longitud en grados decimales; falta si el lugar no tiene coordenadas.',
  'venue.record.show_map': 'Indica si los eventos vinculados a este lugar muestran un mapa.',
  'venue.record.show_map_link': 'Indica si los eventos vinculados a este lugar muestran un enlace a un mapa.',

  'venue.operation.list': 'Listar lugares',
  'venue.operation.create': 'Crear un lugar',
  'venue.operation.read': 'Leer un lugar',
  'venue.operation.update': 'Modificar un lugar',
  'venue.operation.delete': 'Eliminar un lugar',
  'venue.operation.read_by_slug': 'Leer un lugar por slug',
  'venue.operation.update_by_slug': 'Modificar un lugar por slug',
  'venue.operation.delete_by_slug': 'Eliminar un lugar por slug',

  'organizer.filter.status':
    'Solo los registros con uno de estos estados, como array o separados por comas: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Valor predeterminado: todo lo que quien llama puede leer fuera de la papelera; las llamadas anónimas solo pueden pedir `publish`.',
  'organizer.filter.search':
    'Solo los organizadores en los que un mismo campo (nombre, descripción, extracto, teléfono, sitio web o correo electrónico) contiene todas las palabras indicadas, sin distinguir mayúsculas ni acentos; 200 caracteres como máximo.',
  'organizer.filter.event': 'Solo los registros vinculados al evento con este id. Un id desconocido es un error.',
  'organizer.filter.has_events':
    '`true`: solo los registros vinculados al menos a un evento; `false`: solo los que no tienen eventos.',
  'organizer.filter.only_with_upcoming':
    '`true`: solo los registros vinculados al menos a un evento que empieza ahora o más tarde; valor predeterminado: `false`.',

  'organizer.path.id': 'Id del registro: una o más cifras decimales.',
  'organizer.path.slug': 'Slug del registro; no se distinguen mayúsculas y minúsculas.',

  'organizer.field.author':
    'Id del usuario que consta como autor; valor predeterminado: quien llama. Indicar otro usuario exige el derecho de editar los registros ajenos.',
  'organizer.field.date':
    'Fecha de publicación, leída en la zona horaria del sitio salvo que lleve un desfase; valor predeterminado: ahora. Si es futura, un registro que fuera a publicarse se programa para ese momento.',
  'organizer.field.date_utc': 'Fecha de publicación en UTC; puede enviarse en lugar de `date`.',
  'organizer.field.description':
    'Descripción completa en HTML; se elimina el marcado peligroso y un valor vacío la borra.',
  'organizer.field.excerpt': 'Resumen breve en HTML; se elimina el marcado peligroso y un valor vacío lo borra.',
  'organizer.field.status':
    'Estado del registro: `publish`, `future`, `draft`, `pending`, `private` o `trash`. Valor predeterminado al crear: `publish`, o `draft` si quien llama no puede publicar.',
  'organizer.field.image':
    'Imagen destacada: el id de una imagen subida o una URL http(s) desde la que se obtiene. Un valor vacío quita la imagen.',
  'organizer.field.website': 'URL absoluta del sitio web; un valor vacío la borra.',
  'organizer.field.phone': 'Número de teléfono como texto libre; un valor vacío lo borra.',
  'organizer.field.organizer': 'Nombre del organizador como texto sin formato; obligatorio al crear.',
  'organizer.field.email': 'Dirección de correo electrónico del organizador; un valor vacío la borra.',

  'organizer.record.id': 'Id del registro, único entre eventos, lugares, organizadores e imágenes.',
  'organizer.record.global_id': 'Identificador del registro entre sitios: host y ruta del sitio, seguidos del id.',
  'organizer.record.global_id_lineage':
    'Todos los identificadores globales que ha tenido el registro, empezando por el actual.',
  'organizer.record.author': 'Id del autor como cadena de cifras.',
  'organizer.record.status': 'Estado del registro: `publish`, `future`, `draft`, `pending`, `private` o `trash`.',
  'organizer.record.date': 'Fecha de publicación en la zona horaria del sitio, como `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.date_utc':
    'Fecha de publicación en UTC, como `YYYY-MM-DD HH:MM:SS`; solo ceros mientras un registro sin publicar no tenga fecha.',
  'organizer.record.modified': 'Momento del último cambio en la zona horaria del sitio, como `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.modified_utc': 'Momento del último cambio en UTC, como `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.url': 'Dirección de la página pública del registro.',
  'organizer.record.slug': 'Última parte de la dirección pública del registro.',
  'organizer.record.json_ld':
    'El registro como datos estructurados de schema.org en JSON-LD; solo aparece cuando se lee un único registro.',
  'organizer.record.description': 'Descripción completa en HTML; falta si está vacía.',
  'organizer.record.excerpt': 'Resumen breve en HTML; falta si está vacío.',
  'organizer.record.image': 'Imagen destacada; falta si no hay ninguna.',
  'organizer.record.phone': 'Número de teléfono; falta si está vacío.',
  'organizer.record.website': 'Dirección del sitio web; falta si está vacía.',
  'organizer.record.organizer': 'Nombre del organizador; `&`, `<` y `>` se escriben como entidades HTML.',
  'organizer.record.email': 'Dirección de correo electrónico del organizador; falta si está vacía.',

  'organizer.operation.list': 'Listar organizadores',
  'organizer.operation.create': 'Crear un organizador',
  'organizer.operation.read': 'Leer un organizador',
  'organizer.operation.update': 'Modificar un organizador',
  'organizer.operation.delete': 'Eliminar un organizador',
  'organizer.operation.read_by_slug': 'Leer un organizador por slug',
  'organizer.operation.update_by_slug': 'Modificar un organizador por slug',
  'organizer.operation.delete_by_slug': 'Eliminar un organizador por slug',

  'category.filter.search':
    'Solo los términos cuyo nombre o slug contiene este texto, sin distinguir mayúsculas; 200 caracteres como máximo.',
  'category.filter.exclude': 'Omite los términos con estos ids, como array o separados por comas.',
  'category.filter.include': 'Solo los términos con estos ids, como array o separados por comas.',
  'category.filter.order': 'Sentido de la ordenación: `asc` (ascendente, valor predeterminado) o `desc` (descendente).',
  'category.filter.orderby':
    'Atributo del término por el que se ordena la lista, como `name`, `id`, `slug` o `count`; valor predeterminado: `name`.',
  'category.filter.hide_empty':
    '`true`: omite los términos que no lleva ningún evento publicado; `false`: los incluye también. Valor predeterminado: `true`.',
  'category.filter.parent': 'Solo las hijas directas de la categoría con este id.',
  'category.filter.post':
    'Solo los términos asignados al evento con este id. Nombre antiguo de `event`, que prevalece si se envían ambos.',
  'category.filter.event': 'Solo los términos asignados al evento con este id; es el mismo filtro que `post`.',
  'category.filter.slug': 'Solo el término que tiene exactamente este slug.',

  'category.path.id': 'Id del registro: una o más cifras decimales.',

  'category.field.name': 'Nombre del término como texto sin formato; obligatorio al crear.',
  'category.field.description': 'Descripción del término; un valor vacío la borra.',
  'category.field.slug':
    'Última parte de la dirección del término; se forma a partir del nombre si no se envía al crear o se envía vacía.',
  'category.field.parent':
    'Id de la categoría superior; `0` o un valor vacío la convierte en una categoría de primer nivel.',

  'category.record.id': 'Id del término, único entre categorías y etiquetas.',
  'category.record.count': 'Número de eventos publicados que llevan el término.',
  'category.record.description': 'Descripción del término; puede estar vacía.',
  'category.record.name': 'Nombre del término; `&`, `<` y `>` se escriben como entidades HTML.',
  'category.record.slug': 'Última parte de la dirección pública del término.',
  'category.record.taxonomy':
    'Clase de término: `tribe_events_cat` para las categorías, `post_tag` para las etiquetas.',
  'category.record.parent': 'Id de la categoría superior; 0 en el primer nivel.',
  'category.record.meta': 'Datos adicionales del término; aquí siempre un array vacío.',
  'category.record.url': 'Dirección de la página pública con los eventos del término.',
  'category.record.urls': 'Direcciones del término en esta interfaz.',
  'category.record._links':
    'Direcciones relacionadas por tipo de relación; solo aparecen cuando se lee, crea o modifica un único término.',

  'category.operation.list': 'Listar categorías',
  'category.operation.create': 'Crear una categoría',
  'category.operation.read': 'Leer una categoría',
  'category.operation.update': 'Modificar una categoría',
  'category.operation.delete': 'Eliminar definitivamente una categoría',

  'tag.filter.search':
    'Solo los términos cuyo nombre o slug contiene este texto, sin distinguir mayúsculas; 200 caracteres como máximo.',
  'tag.filter.exclude': 'Omite los términos con estos ids, como array o separados por comas.',
  'tag.filter.include': 'Solo los términos con estos ids, como array o separados por comas.',
  'tag.filter.order': 'Sentido de la ordenación: `asc` (ascendente, valor predeterminado) o `desc` (descendente).',
  'tag.filter.orderby':
    'Atributo del término por el que se ordena la lista, como `name`, `id`, `slug` o `count`; valor predeterminado: `name`.',
  'tag.filter.hide_empty':
    '`true`: omite los términos que no lleva ningún evento publicado; `false`: los incluye también. Valor predeterminado: `true`.',
  'tag.filter.post':
    'Solo los términos asignados al evento con este id. Nombre antiguo de `event`, que prevalece si se envían ambos.',
  'tag.filter.event': 'Solo los términos asignados al evento con este id; es el mismo filtro que `post`.',
  'tag.filter.slug': 'Solo el término que tiene exactamente este slug.',

  'tag.path.id': 'Id del registro: una o más cifras decimales.',

  'tag.field.name': 'Nombre del término como texto sin formato; obligatorio al crear.',
  'tag.field.description': 'Descripción del término; un valor vacío la borra.',
  'tag.field.slug':
    'Última parte de la dirección del término; se forma a partir del nombre si no se envía al crear o se envía vacía.',

  'tag.record.id': 'Id del término, único entre categorías y etiquetas.',
  'tag.record.count': 'Número de eventos publicados que llevan el término.',
  'tag.record.description': 'Descripción del término; puede estar vacía.',
  'tag.record.name': 'Nombre del término; `&`, `<` y `>` se escriben como entidades HTML.',
  'tag.record.slug': 'Última parte de la dirección pública del término.',
  'tag.record.taxonomy': 'Clase de término: `tribe_events_cat` para las categorías, `post_tag` para las etiquetas.',
  'tag.record.meta': 'Datos adicionales del término; aquí siempre un array vacío.',
  'tag.record.url': 'Dirección de la página pública con los eventos del término.',
  'tag.record.urls': 'Direcciones del término en esta interfaz.',
  'tag.record._links':
    'Direcciones relacionadas por tipo de relación; solo aparecen cuando se lee, crea o modifica un único término.',

  'tag.operation.list': 'Listar etiquetas',
  'tag.operation.create': 'Crear una etiqueta',
  'tag.operation.read': 'Leer una etiqueta',
  'tag.operation.update': 'Modificar una etiqueta',
  'tag.operation.delete': 'Eliminar definitivamente una etiqueta',

  'attachment.filter.search':
    'Solo las imágenes en cuyo título, leyenda o texto alternativo aparece cada palabra indicada, sin distinguir mayúsculas ni acentos; 200 caracteres como máximo.',
  'attachment.filter.include': 'Solo las imágenes con estos ids, como array o separados por comas.',
  'attachment.filter.exclude': 'Omite las imágenes con estos ids, como array o separados por comas.',
  'attachment.filter.author':
    'Solo las imágenes añadidas por los usuarios con estos ids, como array o separados por comas.',
  'attachment.filter.per_page': 'Número de imágenes por página, de 1 a 100; valor predeterminado: 10.',
  'attachment.filter.offset': 'Número de imágenes que se omiten antes de la primera; sustituye a `page`.',
  'attachment.filter.slug':
    'Solo las imágenes con estos slugs (nombres de sus archivos sin la extensión), como array o separados por comas.',
  'attachment.filter.parent':
    'Solo las imágenes que pertenecen al registro con este id. Aquí las imágenes no pertenecen a ningún registro: `0` las conserva todas, cualquier otro id ninguna.',
  'attachment.filter.media_type':
    'Solo los archivos de este tipo: `image` los conserva todos; `video`, `text`, `application` y `audio` ninguno.',
  'attachment.filter.mime_type': 'Solo las imágenes de este tipo de medio, como `image/png`.',
  'attachment.filter.status': '`inherit` o `any`; ambos conservan todas las imágenes.',
  'attachment.filter.after': 'Solo las imágenes añadidas después de esta fecha.',
  'attachment.filter.before': 'Solo las imágenes añadidas antes de esta fecha.',
  'attachment.filter.order': 'Sentido de la ordenación: `asc` (ascendente) o `desc` (descendente, el predeterminado).',
  'attachment.filter.orderby':
    'Criterio de ordenación: `date` (el predeterminado), `relevance` (igual que `date`), `id`, `author`, `modified` o `include` (el orden de esa lista).',

  'attachment.path.id': 'Id de la imagen: una o más cifras decimales.',

  'attachment.field.file':
    'La imagen: un archivo JPEG, PNG, GIF, WebP o AVIF de 10 MiB y 40 megapíxeles como máximo, sumando todos los fotogramas. Se guarda sin sus metadatos.',
  'attachment.field.title':
    'Título como texto sin formato, o un objeto con `raw` o `rendered`; valor predeterminado al crear: el nombre del archivo sin su extensión. Un valor vacío lo borra.',
  'attachment.field.caption':
    'Leyenda de la imagen en HTML, o un objeto con `raw` o `rendered`; se elimina el marcado peligroso y un valor vacío la borra.',
  'attachment.field.alt_text':
    'Texto sin formato que sustituye a la imagen donde no puede verse; un valor vacío lo borra.',
  'attachment.field.description':
    'Descripción en HTML, o un objeto con `raw` o `rendered`; se elimina el marcado peligroso y un valor vacío la borra.',

  'attachment.record.id': 'Id de la imagen, único entre eventos, lugares, organizadores e imágenes.',
  'attachment.record.date':
    'Momento en que se añadió la imagen, en la zona horaria del sitio, como `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.date_gmt': 'Momento en que se añadió la imagen, en UTC, como `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.guid': 'Dirección de la imagen a tamaño completo, que es también su identificador.',
  'attachment.record.modified': 'Momento del último cambio en la zona horaria del sitio, como `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.modified_gmt': 'Momento del último cambio en UTC, como `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.slug': 'Nombre del archivo guardado, sin su extensión.',
  'attachment.record.status': 'Siempre `inherit`.',
  'attachment.record.type': 'Siempre `attachment`.',
  'attachment.record.link': 'Dirección de la imagen a tamaño completo; las imágenes no tienen página propia.',
  'attachment.record.title': 'Título de la imagen.',
  'attachment.record.author': 'Id del usuario que añadió la imagen.',
  'attachment.record.caption': 'Leyenda de la imagen; puede estar vacía.',
  'attachment.record.description': 'Descripción de la imagen; puede estar vacía.',
  'attachment.record.alt_text': 'Texto que sustituye a la imagen donde no puede verse; vacío si no hay ninguno.',
  'attachment.record.media_type': 'Siempre `image`.',
  'attachment.record.mime_type': 'Tipo de medio de la imagen, como `image/png`.',
  'attachment.record.media_details':
    'Medidas de la imagen y de sus versiones más pequeñas; si las hay, `sizes` contiene también el tamaño completo como `full`.',
  'attachment.record.source_url': 'Dirección de la imagen a tamaño completo.',
  'attachment.record._links': 'Direcciones de la imagen y de la lista de imágenes en esta interfaz.',

  'attachment.operation.list': 'Listar imágenes',
  'attachment.operation.create': 'Subir una imagen',
  'attachment.operation.read': 'Leer los datos de una imagen',
  'attachment.operation.update': 'Modificar los textos de una imagen; los campos no enviados se conservan',
  'attachment.operation.delete':
    'Eliminar definitivamente una imagen y quitarla de todos los registros que la muestran',

  'attachment.deleted.deleted': 'Siempre `true`.',
  'attachment.deleted.previous': 'La imagen tal como era antes de eliminarse.',

  'attachment.urls.self': 'Dirección de la imagen en esta interfaz.',
  'attachment.urls.collection': 'Dirección de la lista de imágenes.',

  'rendered.raw': 'El texto tal como debe guardarse; prevalece sobre `rendered`.',
  'rendered.rendered': 'El texto en HTML.',

  'delete.force':
    '`true`: elimina el registro definitivamente en lugar de llevarlo a la papelera; valor predeterminado: `false`. Las categorías y las etiquetas se eliminan siempre definitivamente; las imágenes, que no tienen papelera, solo se eliminan con `true`.',

  'index.namespace':
    'Espacio de nombres que se describe; solo se acepta el de esta interfaz, que es también el valor predeterminado.',
  'index.context':
    'Alcance de la descripción; valor predeterminado: `view`. Otros valores se aceptan y no cambian nada.',
  'index.operation': 'Describir las rutas de este espacio de nombres',

  'about.list':
    'Devuelve una página de los registros que cumplen los filtros y que quien llama puede leer; la cabecera `Link` indica las demás páginas.',
  'event.about.list':
    'Devuelve los eventos que empiezan desde ayer y durante 24 meses, por orden de comienzo, salvo que se envíen filtros de fecha. `next_rest_url` y la cabecera `Link` indican las demás páginas.',
  'about.create':
    'Devuelve el registro tal como se guardó e indica su dirección en `Location`. Una petición repetida con la misma `Idempotency-Key` no crea nada más.',
  'event.about.create':
    'Los lugares, organizadores, categorías y etiquetas se indican por su id o se crean junto con el evento. Una petición repetida con la misma `Idempotency-Key` no crea nada más.',
  'attachment.about.create':
    'El cuerpo es el propio archivo, con su tipo de medio y su nombre en `Content-Disposition`, o un formulario con la parte `file`.',
  'about.read':
    'El `ETag` de la respuesta puede devolverse en `If-Match`, para no sobrescribir un registro que haya cambiado entretanto.',
  'about.update': 'POST, PUT y PATCH hacen lo mismo: cambian los campos enviados y conservan todos los demás.',
  'about.delete': 'Mueve el registro a la papelera; con `force=true` se elimina definitivamente.',
  'category.about.delete':
    'Sus eventos permanecen y pierden la categoría; sus categorías hijas suben a la categoría superior.',
  'tag.about.delete': 'Sus eventos permanecen y pierden la etiqueta.',
  'attachment.about.delete': 'Las imágenes no tienen papelera, por lo que hace falta `force=true`.',
  'about.index': 'Indica cada ruta con sus métodos y parámetros; el idioma de la dirección es el de las descripciones.',
  'about.doc': 'La respuesta es un documento OpenAPI; el idioma de la dirección es el de sus descripciones.',

  'doc.operation': 'Leer esta documentación',
  'doc.title': 'Interfaz del calendario de eventos',
  'doc.description':
    'Lee y escribe eventos, lugares, organizadores, categorías y etiquetas. Las fechas pueden enviarse como `YYYY-MM-DD`, `YYYY-MM-DD HH:MM:SS`, ISO 8601, marcas de tiempo Unix o expresiones inglesas como `next wednesday 4pm`; una modificación solo cambia los campos enviados.',

  'group.event': 'Eventos',
  'group.venue': 'Lugares',
  'group.organizer': 'Organizadores',
  'group.category': 'Categorías',
  'group.tag': 'Etiquetas',
  'group.attachment': 'Imágenes',
  'group.index': 'Descripción de la interfaz',

  'global._fields':
    'Nombres de los campos que se devuelven, como array o separados por comas; las rutas con puntos como `image.url` llegan al interior de los objetos.',
  'global._envelope':
    'Envuelve la respuesta en un objeto con `body`, `status` y `headers`; el estado HTTP es entonces siempre 200.',
  'global._method':
    'En una solicitud POST, el método que se aplica en su lugar, como `PUT` o `DELETE`; la cabecera `X-HTTP-Method-Override` tiene el mismo efecto.',

  'header.if_match': 'ETag que el registro debe conservar; si ha cambiado, la respuesta es 412 y no se escribe nada.',
  'header.if_none_match': 'ETag de la copia que el cliente ya tiene; si sigue vigente, la respuesta es 304 sin cuerpo.',
  'header.idempotency_key':
    'Clave elegida por el cliente que permite repetir sin riesgo una solicitud POST: la misma clave con el mismo cuerpo se ejecuta una sola vez y recibe la misma respuesta.',
  'header.x_tec_total': 'Número de registros de todas las páginas que cumplen los filtros.',
  'header.x_tec_totalpages': 'Número de páginas con el tamaño de página actual.',
  'header.link': 'Direcciones de otras páginas de la lista por relación: `next`, `prev`, `first` y `last` (RFC 8288).',
  'header.etag':
    'Identifica la versión actual del registro o de la respuesta, para usarla en `If-Match` e `If-None-Match`.',
  'header.location': 'Dirección del nuevo registro en esta interfaz.',
  'header.retry_after': 'Número de segundos tras los que se puede volver a intentar.',

  'security.basic':
    'HTTP Basic con un nombre de usuario y una contraseña de aplicación, en la que los espacios no importan.',
  'security.bearer': 'La contraseña de aplicación sola, como token de portador.',

  'date_details.year': 'Año con cuatro cifras.',
  'date_details.month': 'Mes, de `01` a `12`.',
  'date_details.day': 'Día del mes, de `01` a `31`.',
  'date_details.hour': 'Hora, de `00` a `23`.',
  'date_details.minutes': 'Minutos, de `00` a `59`.',
  'date_details.seconds': 'Segundos, de `00` a `59`.',

  'cost_details.currency_symbol': 'Símbolo de moneda del precio; vacío si no se indicó ninguno.',
  'cost_details.currency_code': 'Código de moneda según ISO 4217; vacío si se desconoce.',
  'cost_details.currency_position':
    'Posición del símbolo de moneda: `prefix` delante del importe, `postfix` detrás; vacía si no se indicó ningún símbolo.',
  'cost_details.values': 'Cada uno de los importes como cadena, en orden ascendente.',

  'image.url': 'Dirección de la imagen a tamaño completo.',
  'image.id': 'Id de la imagen.',
  'image.extension': 'Extensión del nombre de archivo, como `png`.',
  'image.width': 'Ancho de la imagen a tamaño completo en píxeles.',
  'image.height': 'Alto de la imagen a tamaño completo en píxeles.',
  'image.filesize': 'Tamaño del archivo de la imagen completa en bytes.',
  'image.sizes': 'Las versiones más pequeñas de la imagen, por nombre de su tamaño.',
  'image.file': 'Ruta del archivo a tamaño completo en la biblioteca de imágenes.',

  'image_size.width': 'Ancho de esta versión en píxeles.',
  'image_size.height': 'Alto de esta versión en píxeles.',
  'image_size.mime_type': 'Tipo de medio de esta versión, como `image/png`.',
  'image_size.filesize': 'Tamaño del archivo de esta versión en bytes.',
  'image_size.url': 'Dirección de esta versión.',
  'image_size.source_url': 'Dirección de esta versión.',
  'image_size.file': 'Nombre del archivo de esta versión.',

  'term.id': 'Id del término, único entre categorías y etiquetas.',
  'term.count': 'Número de eventos publicados que llevan el término.',
  'term.description': 'Descripción del término; puede estar vacía.',
  'term.name': 'Nombre del término; `&`, `<` y `>` se escriben como entidades HTML.',
  'term.slug': 'Última parte de la dirección pública del término.',
  'term.taxonomy': 'Clase de término: `tribe_events_cat` para las categorías, `post_tag` para las etiquetas.',
  'term.parent': 'Id de la categoría superior; 0 en el primer nivel.',
  'term.urls': 'Direcciones del término en esta interfaz.',
  'term.term_group': 'Número del grupo de términos con el mismo significado; 0 si no hay ninguno.',
  'term.term_taxonomy_id': 'Id del término dentro de su taxonomía.',
  'term.filter': 'Forma en que se dan los textos del término; siempre `raw`.',

  'term_urls.self': 'Dirección de este término.',
  'term_urls.collection': 'Dirección de la lista a la que pertenece este término.',
  'term_urls.up': 'Dirección de la categoría superior; falta en el primer nivel.',

  'link.href': 'Dirección a la que conduce la relación.',
  'custom_field.label': 'Nombre del campo tal como lo leen las personas.',
  'custom_field.value': 'Contenido del campo.',

  'error.code': 'Código del error para programas; no depende del idioma.',
  'error.message': 'Explicación del error para personas.',
  'error.data': 'Más detalles del error.',
  'error.status': 'Estado HTTP de la respuesta.',
  'error.params': 'Los parámetros afectados: los nombres de los que faltan, o cada uno no válido con su motivo.',
  'error.details': 'Para los parámetros no válidos, cuando se conocen, un código y un mensaje propios.',

  'response.200': 'La solicitud se ha ejecutado; el cuerpo contiene el resultado.',
  'response.201': 'El registro se ha creado; el cuerpo lo contiene y la cabecera `Location` indica su dirección.',
  'response.304': 'La copia del cliente sigue vigente; la respuesta no tiene cuerpo.',
  'response.400':
    'La solicitud está mal formada, o un parámetro falta o no es válido; el error nombra cada uno de los afectados.',
  'response.401': 'Se requieren credenciales, o las enviadas no son válidas.',
  'response.403': 'Quien llama es conocido pero carece del derecho necesario, o el registro no le es accesible.',
  'response.404': 'No existe ese registro, página, espacio de nombres o ruta.',
  'response.410': 'El registro ya está en la papelera.',
  'response.412': 'El registro ha cambiado desde el ETag enviado en `If-Match`; no se ha escrito nada.',
  'response.413': 'El cuerpo de la solicitud es mayor de lo permitido.',
  'response.414': 'La dirección de la solicitud es más larga de lo permitido.',
  'response.415': 'El cuerpo tiene un tipo de medio no admitido.',
  'response.422': 'La solicitud está bien formada, pero no puede ejecutarse con este contenido.',
  'response.429': 'Demasiadas solicitudes en poco tiempo; la cabecera `Retry-After` indica cuándo volver a intentarlo.',
  'response.431': 'Las cabeceras de la solicitud son mayores de lo permitido.',
  'response.500': 'El servidor no pudo ejecutar la solicitud; el fallo no es del cliente.',
  'response.503':
    'El servidor está sobrecargado o sin su base de datos por el momento; la cabecera `Retry-After` indica cuándo volver a intentarlo.',
  'response.507':
    'El disco del servidor está lleno y no se ha escrito nada; la cabecera `Retry-After` indica cuándo volver a intentarlo.',
}
